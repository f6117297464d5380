// A worker of the page's own kind, asked without the page around it: for what is measured or asked hundreds of times.
import type { Page } from '@playwright/test';

export interface Answer { status: string; first?: number[] | null; milliseconds: number }

/** Reads and judges puzzles one after the other in a fresh worker; the page must be open. */
export function judge(page: Page, puzzles: string[]): Promise<Answer[]> {
  return page.evaluate(async (lines) => {
    const name = performance.getEntriesByType('resource').map((entry) => entry.name).find((address) => /worker-[^/]*\.js$/.test(address));
    if (!name) throw new Error('the page has loaded no worker');
    const worker = new Worker(name, { type: 'module' });
    await new Promise<void>((ready, failed) => {
      worker.onmessage = ({ data }) => (data.ready === true ? ready() : failed(new Error(String(data.ready))));
    });
    let calls = 0;
    const call = (method: string, ...args: unknown[]): Promise<any> =>
      new Promise((done, failed) => {
        const id = ++calls;
        worker.onmessage = ({ data }) => {
          if (data.id !== id || data.progress !== undefined) return;
          if (data.error !== undefined) failed(new Error(data.error));
          else done(data.value);
        };
        worker.postMessage({ id, method, args });
      });
    const answers = [];
    for (const line of lines) {
      const begun = performance.now();
      const { puzzle, message } = await call('read', line, 0, 0, '', 'en');
      if (!puzzle) throw new Error(`${line}: ${message}`);
      const { status, first } = await call('judge', puzzle, 'en');
      answers.push({ status, first: first && [...first], milliseconds: performance.now() - begun });
    }
    worker.terminate();
    return answers;
  }, puzzles);
}
