// The page as a person uses it, and what must hold on every page whatever is done: no request beyond its own files, no
// error in the console.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { EXACTONE } from './command.ts';

/** What a request of the page may begin with. */
const INSIDE = ['data:', 'blob:'];

export type View = 'clauses' | 'search' | 'race' | 'formulas' | 'proof';

export class Site {
  readonly page: Page;
  readonly address: string;

  constructor(page: Page, address: string) {
    this.page = page;
    this.address = address;
  }

  /** Opens the page, with what follows `#` in its address, and waits until it answers. */
  async open(fragment = ''): Promise<void> {
    await this.page.goto(this.address + (fragment && `#${fragment}`));
    await this.ready();
    // Statements and formulas stand without a grid.
    if (!(await this.board.isVisible())) await this.show('clauses');
  }

  async ready(): Promise<void> {
    await expect(this.status).not.toHaveText('…');
  }

  get status(): Locator { return this.page.getByTestId('status'); }
  get count(): Locator { return this.page.getByTestId('count'); }
  get alert(): Locator { return this.page.getByTestId('message'); }
  get board(): Locator { return this.page.getByRole('grid'); }
  cell(index: number): Locator { return this.page.locator(`[data-cell="${index}"]`); }

  /** Pastes as the clipboard would, and waits until the page says what it thinks of it. */
  async paste(text: string): Promise<void> {
    await this.page.locator('#paste-text').evaluate((field, pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
    await this.ready();
  }

  /** Types into the box for puzzles, presses its button and waits as `paste` does. */
  async read(text: string): Promise<void> {
    await this.page.locator('#paste-text').fill(text);
    await this.page.locator('.paste button[type=submit]').click();
    await this.ready();
  }

  async solve(): Promise<void> {
    await this.page.getByRole('button', { name: 'Solve', exact: true }).click();
  }

  /** The digits on the board, one character a cell, `.` where there is none. */
  digits(): Promise<string> {
    return this.board.evaluate((board) =>
      [...board.querySelectorAll('[data-cell]')]
        .map((cell) => cell.querySelector('.digit')?.firstChild?.textContent?.trim() || '.')
        .join(''),
    );
  }

  async show(view: View): Promise<void> {
    await this.page.locator(`#tab-${view}`).click();
    await expect(this.page.locator(`#tab-${view}`)).toHaveAttribute('aria-selected', 'true');
  }

  async example(id: string): Promise<void> {
    await this.page.locator('#examples').selectOption(id);
  }

  get position(): Locator { return this.page.getByTestId('position'); }
  get sentence(): Locator { return this.page.getByTestId('sentence'); }
  get outcome(): Locator { return this.page.getByTestId('outcome'); }

  /** The step shown, and how many there are. */
  async steps(): Promise<{ at: number; of: number }> {
    const [at = NaN, of = NaN] = ((await this.position.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? [];
    return { at, of };
  }

  /** Scrolls the trail to its first row, and waits until that row is drawn: only the rows in sight are in the page. */
  async trailFromTheTop(): Promise<void> {
    await this.page.locator('.rows').evaluate((rows) => (rows.scrollTop = 0));
    await expect(this.page.locator('.trail-row').first()).toHaveCSS('top', '0px');
  }

  /** Everything that is seen of a search, once two pictures in a row are alike: board, sentence, counters, trail. */
  async snapshot(): Promise<string> {
    return this.page.evaluate(async () => {
      const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
      const seen = (): string => {
        const cells = [...document.querySelectorAll('[data-cell]')].map((cell) => {
          const marks = [...cell.querySelectorAll('.mark')].map((mark) => `${mark.textContent}${mark.classList.contains('refuted') ? '!' : ''}`);
          return `${cell.className.replace(/\blit\b/, '').trim()}:${cell.querySelector('.digit')?.textContent ?? marks.join('')}`;
        });
        return [text('[data-testid=position]'), text('[data-testid=sentence]'), text('[data-testid=counters]'), text('.trail'), ...cells].join('\n');
      };
      for (let last = seen(); ; ) {
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
        const now = seen();
        if (now === last) return now;
        last = now;
      }
    });
  }
}

interface Fixtures {
  site: Site;
  /** Requests that left the page and errors it reported; looked at after every test. */
  watch: void;
}

export const test = base.extend<Fixtures, { served: string }>({
  // One server a worker: the command itself, on a port of its own. (PAGE=address: one that runs already, as `vite` does.)
  served: [
    async ({}, use) => {
      if (process.env.PAGE) return use(process.env.PAGE);
      const server = spawn(EXACTONE, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
      const lines = createInterface({ input: server.stdout });
      const address = await new Promise<string>((found, failed) => {
        lines.once('line', found);
        server.once('exit', (code) => failed(new Error(`exactone serve ended with status ${code}`)));
        server.once('error', failed);
      });
      await use(address);
      server.kill('SIGINT');
      const code = await new Promise((ended) => (server.exitCode === null ? server.once('exit', ended) : ended(server.exitCode)));
      expect(code, 'status of exactone serve after Ctrl-C').toBe(0);
    },
    { scope: 'worker' },
  ],
  site: async ({ page, served }, use) => {
    await use(new Site(page, served));
  },
  watch: [
    async ({ context, served }, use) => {
      const strangers: string[] = [];
      const errors: string[] = [];
      context.on('request', (request) => {
        const address = request.url();
        const own = [served, 'http://127.0.0.1:', 'file://', ...INSIDE].some((start) => address.startsWith(start));
        if (!own) strangers.push(address);
      });
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
      });
      context.on('weberror', (error) => errors.push(String(error.error())));
      await use();
      expect(strangers, 'requests beyond the page').toEqual([]);
      expect(errors, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
