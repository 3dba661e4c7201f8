import type { CaseRecord, ExchangeRecord, RunRecord } from '../../../src/record/types.js';

/** For tests: the record with its cases repeated under other ids until there are as many, and exchanges spread over them. */
export function enlargedRecord(record: RunRecord, sizes: { cases: number; exchanges: number }): RunRecord {
  const byId = new Map(record.exchanges.map((exchange) => [exchange.id, exchange]));
  const cases: CaseRecord[] = [];
  const exchanges: ExchangeRecord[] = [];
  const add = (home: CaseRecord, model: ExchangeRecord) => {
    home.exchanges.push(exchanges.length);
    exchanges.push({ ...model, id: exchanges.length, caseId: home.id });
  };
  for (let at = 0; at < sizes.cases; at++) {
    const model = record.cases[at % record.cases.length] as CaseRecord;
    const round = Math.floor(at / record.cases.length);
    const copy = { ...model, id: round === 0 ? model.id : `${model.id}~${round}`, exchanges: [] };
    cases.push(copy);
    for (const id of model.exchanges) add(copy, byId.get(id) as ExchangeRecord);
  }
  for (let at = 0; exchanges.length < sizes.exchanges; at++)
    add(
      cases[at % cases.length] as CaseRecord,
      record.exchanges[at % record.exchanges.length] as ExchangeRecord,
    );
  return { ...record, cases, exchanges };
}
