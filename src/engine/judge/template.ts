/** What an error message may refer to. */
export interface MessageFacts {
  /** Webhook address as sent. */
  address: string | null;
  method: string;
  /** Path segment of the operation as sent. */
  segment: string;
}

/**
 * Whether a message is the row's template filled (section 7): the address and the method exactly as sent, a path
 * that contains the operation's segment, any reason.
 */
export function fitsTemplate(template: string, message: string, facts: MessageFacts): boolean {
  return new RegExp(`^${source(template, facts)}$`).test(message);
}

/** Whether a text holds the row's template filled, wherever in it. */
export function holdsTemplate(template: string, text: string, facts: MessageFacts): boolean {
  return new RegExp(source(template, facts)).test(text);
}

/** The template with what is known filled in, for people. */
export function filledTemplate(template: string, facts: MessageFacts): string {
  return template
    .replace('$url', () => facts.address ?? '(address)')
    .replace('${request.method}', () => facts.method)
    .replace('${request.path}', () => `…${facts.segment}…`)
    .replace('$reason', () => '…');
}

function source(template: string, facts: MessageFacts): string {
  const parts = template.split(/(\$url|\$reason|\$\{request\.method\}|\$\{request\.path\})/);
  const patterns = parts.map((part) => {
    switch (part) {
      case '$url':
        return facts.address === null ? '[\\s\\S]*' : addressPattern(facts.address);
      case '$reason':
        return '[\\s\\S]*';
      case '${request.method}':
        return quote(facts.method);
      case '${request.path}':
        return `\\S*${quote(facts.segment)}\\S*`;
      default:
        return quote(part);
    }
  });
  return patterns.join('');
}

/** The address as it is; letter case makes no difference to its scheme and host (RFC 3986). */
function addressPattern(address: string): string {
  const [origin = ''] = /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/[^/?#]*)?/i.exec(address) ?? [];
  const anyCase = [...origin].map((character) => {
    const [small, capital] = [character.toLowerCase(), character.toUpperCase()];
    return small === capital ? quote(character) : `[${small}${capital}]`;
  });
  return `${anyCase.join('')}${quote(address.slice(origin.length))}`;
}

function quote(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
