import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';

const address = process.env.LETHE_URL;
const folder = new URL('../../screenshots/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

/** Pages are logged in and count presses of the pointer; a violation of the content security policy fails the test. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    base.skip(!address, 'LETHE_URL is not set: start `lethe serve` and set it to the address that is printed');
    const faults: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Uncaught/.test(message.text())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.addInitScript(() => {
      const counter = window as unknown as { presses: number };
      counter.presses = 0;
      window.addEventListener('pointerdown', () => (counter.presses += 1), { capture: true });
    });
    await page.goto(address as string);
    await use(page);
    expect(faults).toEqual([]);
  },
});
export { expect };

export const presses = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { presses: number }).presses);

export const next = (page: Page) => page.getByTestId('next');

export async function screenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true });
}

/** No serious or critical violation, in light and in dark. */
export async function accessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(250);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter((one) => one.impact === 'serious' || one.impact === 'critical');
    const told = serious.map((one) => `${one.id}: ${one.nodes.slice(0, 4).map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? ''})`).join('; ')}`);
    expect(told, `${name}, ${colorScheme}`).toEqual([]);
    await screenshot(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Starts a project with a generated table through the API and opens it. */
export async function openExample(page: Page, query: string, step = 'data'): Promise<string> {
  const id = await page.evaluate(async (example) => {
    const headers = { 'content-type': 'application/json' };
    const created = (await (await fetch('api/v1/projects', { method: 'POST', headers, body: JSON.stringify({ name: `Test ${example}` }) })).json()) as { id: string };
    const answer = await fetch(`api/v1/projects/${created.id}/datasets?${example}`, { method: 'POST' });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return created.id;
  }, query);
  await page.evaluate((hash) => (location.hash = hash), `#/p/${id}/${step}`);
  return id;
}

export async function removeProject(page: Page, id: string): Promise<void> {
  await page.evaluate((one) => fetch(`api/v1/projects/${one}`, { method: 'DELETE' }), id);
}
