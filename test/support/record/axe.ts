import { source } from 'axe-core';
import type { Page } from 'playwright-core';

/** For tests: what axe finds on a page, light or dark: the dark look is the same page in other colours. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const light = await violationsOf(page, null);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...light, ...(await violationsOf(page, ['color-contrast']))];
}

function violationsOf(page: Page, only: string[] | null): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const found = await axe.run(rules === null ? {} : { runOnly: rules });
    return found.violations.map(
      ({ id, nodes }) =>
        `${id} × ${nodes.length}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary.slice(0, 200)}`,
    );
  }, only);
}
