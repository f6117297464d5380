// The page: header, board, views.
import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { BoardPanel } from './board/Panel';
import { Clauses } from './clauses/Clauses';
import { begun, ready } from './engine';
import { EXAMPLES, example, openExample, openFirst } from './examples';
import { Formulas } from './formulas/Formulas';
import { later } from './later';
import { playerKeys } from './player/keys';
import { dimacs, view, type View } from './player/search';
import { Proof } from './proof/Proof';
import { Race } from './race/Race';
import { judgement, message, puzzle, sizeOf } from './puzzle';
import { recall, remember } from './remember';
import { openLink } from './share';
import './style.css';
import { language, say, setLanguage } from './words';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
const theme = signal<Theme>(themes.find((name) => name === recall('theme')) ?? 'auto');
const projector = signal(false);

effect(() => {
  if (theme.value === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
  remember('theme', theme.value);
});
effect(() => {
  document.documentElement.classList.toggle('projector', projector.value);
});

// With the libraries for graphs and trees in it, the player is most of the page's script.
const Player = later(() => import('./player/Player').then((part) => part.Player));

const VIEWS: readonly [View, 'tabClauses' | 'tabSearch' | 'tabRace' | 'tabFormulas' | 'tabProof', () => preact.JSX.Element][] = [
  ['clauses', 'tabClauses', Clauses],
  ['search', 'tabSearch', Player.View],
  ['race', 'tabRace', Race],
  ['formulas', 'tabFormulas', Formulas],
  ['proof', 'tabProof', Proof],
];

function Tabs() {
  const current = VIEWS.find(([name]) => name === view.value) ?? VIEWS[0];
  const Body = current?.[2] ?? Clauses;
  const step = (event: KeyboardEvent): void => {
    const at = VIEWS.findIndex(([name]) => name === view.value);
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const next = VIEWS[(at + by + VIEWS.length) % VIEWS.length];
    if (next) {
      view.value = next[0];
      document.getElementById(`tab-${next[0]}`)?.focus();
    }
  };
  return (
    <section class="panel views">
      <div role="tablist" aria-label={say('tabs')} onKeyDown={step}>
        {VIEWS.map(([name, word]) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={`tab-${name}`}
            aria-selected={view.value === name}
            aria-controls="view"
            tabIndex={view.value === name ? 0 : -1}
            onClick={() => (view.value = name)}
          >
            {say(word)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="view" aria-labelledby={`tab-${view.value}`}>
        <Body />
      </div>
    </section>
  );
}

function Header() {
  return (
    <header>
      <h1>
        {say('title')} <small>{say('subtitle')}</small>
      </h1>
      <nav class="buttons" aria-label={say('examples')}>
        <label class="choice">
          <span class="visually-hidden">{say('examples')}</span>
          <select
            id="examples"
            value=""
            onChange={(event) => {
              void openExample(event.currentTarget.value);
              event.currentTarget.value = '';
            }}
          >
            <option value="">{say('chooseExample')}</option>
            {EXAMPLES.map((entry) => (
              <option key={entry.id} value={entry.id}>{entry.name[language.value]}</option>
            ))}
          </select>
        </label>
        <button type="button" lang={language.value === 'en' ? 'zh-CN' : 'en'} aria-label={`${say('language')} · ${say('languageLabel')}`} onClick={() => setLanguage(language.value === 'en' ? 'zh' : 'en')}>{say('language')}</button>
        <label class="choice">
          <span class="visually-hidden">{say('theme')}</span>
          <select value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value as Theme)}>
            <option value="auto">{say('themeAuto')}</option>
            <option value="light">{say('themeLight')}</option>
            <option value="dark">{say('themeDark')}</option>
          </select>
        </label>
        <button type="button" aria-pressed={projector.value} onClick={() => (projector.value = !projector.value)}>{say('projector')}</button>
      </nav>
    </header>
  );
}

function Shows() {
  const now = example.value;
  if (!now) return null;
  return (
    <p class="shows" data-testid="shows">
      <b>{now.name[language.value]}</b> {now.shows[language.value]}
      <button type="button" class="quiet" onClick={() => (example.value = null)}>{say('close')}</button>
    </p>
  );
}

function Page() {
  return (
    <>
      <Header />
      {ready.value === 'ready' ? null : (
        <p role="status" class={ready.value === 'loading' ? 'hint starting' : 'error starting'}>{ready.value === 'loading' ? say('loading') : say('failed', ready.value)}</p>
      )}
      <main class={`${sizeOf(puzzle.value) > 10 ? 'big ' : ''}view-${view.value}${view.value === 'formulas' || (view.value === 'search' && dimacs.value !== null) ? ' no-grid' : ''}`}>
        <Shows />
        <BoardPanel />
        <Tabs />
      </main>
    </>
  );
}

document.addEventListener('keydown', playerKeys);

// A link first; without one the first example, and also instead of one that is damaged, which is said then.
async function begin(): Promise<void> {
  if (!(await openLink())) {
    const damage = message.value;
    openFirst();
    message.value = damage;
  }
  begun.value = true;
}
const opening = begin();
addEventListener('hashchange', () => void begin());

// What is asked of the engine stands before the first picture, what can wait behind the first verdict.
void opening.then(() => {
  render(<Page />, document.getElementById('app') as HTMLElement);
  effect(() => {
    if (judgement.value !== null || view.value === 'search') Player.load();
  });
});
