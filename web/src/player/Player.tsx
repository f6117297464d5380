// Stepping a search: controls, the sentence of the step, trail, graph and tree.
import { effect, signal } from '@preact/signals';
import { lit } from '../puzzle';
import { say } from '../words';
import { Choice } from '../Choice';
import { dimacs, end, go, jump, options, position, problem, running, state, view, whatIf } from './search';
import { ImplicationGraph } from './ImplicationGraph';
import { SearchTree } from './SearchTree';
import { Trail } from './Trail';

const playing = signal(false);
const speed = signal(8);
let timer: ReturnType<typeof setInterval> | undefined;

effect(() => {
  clearInterval(timer);
  if (!playing.value || view.value !== 'search') return;
  const rate = speed.value;
  const stride = Math.max(1, Math.round(rate / 30));
  timer = setInterval(() => {
    const last = end.peek();
    if (!last || position.peek() >= last.steps) playing.value = false;
    else go(position.peek() + stride);
  }, 1000 / Math.min(rate, 30));
});

export function playerKeys(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (view.value !== 'search' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest('input, textarea, select, [role=grid], [role=tablist]')) return;
  switch (event.key) {
    case 'ArrowRight': go(position.value + 1); break;
    case 'ArrowLeft': go(position.value - 1); break;
    case 'n': void jump('conflict', 1); break;
    case 'p': void jump('conflict', -1); break;
    case 'd': void jump('decide', 1); break;
    case 'Home': go(0); break;
    case 'End': go(end.value?.steps ?? 0); break;
    default: return;
  }
  event.preventDefault();
}

export function Player() {
  const now = state.value;
  const last = end.value;
  const how = options.value;
  const isDpll = how.engine === 'dpll';
  return (
    <div class="player">
      <div class="buttons">
        <Choice label={say('engine')} value={how.engine} choices={[['dpll', 'DPLL'], ['cdcl', 'CDCL']]} onChange={(engine) => (options.value = { ...how, engine })} />
        {dimacs.value === null ? (
          <Choice
            label={say('encoding')}
            value={how.encoding}
            choices={(['minimal', 'efficient', 'extended', 'triads'] as const).map((name) => [name, say(name)])}
            onChange={(encoding) => (options.value = { ...how, encoding })}
          />
        ) : null}
        {isDpll ? (
          <Choice
            label={say('branching')}
            value={how.branching}
            choices={[['first', say('first')], ['moms', say('moms')], ['jeroslow-wang', say('jeroslowWang')]]}
            onChange={(branching) => (options.value = { ...how, branching })}
          />
        ) : null}
        {isDpll ? (
          <label>
            <input type="checkbox" checked={how.pureLiterals} onChange={(event) => (options.value = { ...how, pureLiterals: event.currentTarget.checked })} /> {say('pureLiterals')}
          </label>
        ) : null}
      </div>
      <p class="hint">
        {whatIf.value.length > 0 ? say('whatIf', whatIf.value.join(', ')) : say('whatIfNone')}{' '}
        {whatIf.value.length > 0 ? <button type="button" onClick={() => (options.value = { ...how, whatIf: [] })}>{say('forget')}</button> : null}
      </p>
      {problem.value ? <p class="error" role="alert">{problem.value}</p> : null}
      {last === null && !problem.value ? <p role="status">{say('running', running.value)}</p> : null}
      {last && now ? (
        <>
          <div class="buttons steps" role="group" aria-label={say('tabSearch')}>
            <button type="button" onClick={() => go(0)} aria-label={say('begin')} title={say('begin')}>⏮</button>
            <button type="button" onClick={() => void jump('conflict', -1)} title="p">{say('previousConflict')}</button>
            <button type="button" onClick={() => go(now.position - 1)} aria-label={say('back')} title="←">◀</button>
            <button type="button" class="main" onClick={() => (playing.value = !playing.value)}>{playing.value ? say('pause') : say('play')}</button>
            <button type="button" onClick={() => go(now.position + 1)} aria-label={say('forward')} title="→">▶</button>
            <button type="button" onClick={() => void jump('decide', 1)} title="d">{say('nextDecision')}</button>
            <button type="button" onClick={() => void jump('conflict', 1)} title="n">{say('nextConflict')}</button>
            <button type="button" onClick={() => go(last.steps)} aria-label={say('end')} title={say('end')}>⏭</button>
            <label>{say('speed')} <input type="range" min="1" max="240" value={speed.value} onInput={(event) => (speed.value = Number(event.currentTarget.value))} /></label>
          </div>
          <input
            class="place"
            type="range"
            min="0"
            max={last.steps}
            value={now.position}
            aria-label={say('position', now.position, last.steps)}
            onInput={(event) => go(Number(event.currentTarget.value))}
          />
          <p class="position">
            <span data-testid="position">{say('position', now.position, last.steps)}</span> ·{' '}
            <span data-testid="outcome">{say(last.outcome as 'satisfiable')}</span>
            {last.outcome === 'unknown' ? ` · ${say('searchFull', last.steps)}` : ''}
          </p>
          <p class={`step ${now.kind}`} aria-live="polite" data-testid="sentence" onMouseEnter={() => (lit.value = new Set(now.cells))}>
            {now.sentence || say('start')}
          </p>
          <p class="counters" data-testid="counters">{say('counters', ...now.counters)}</p>
          <div class="pictures">
            <Trail />
            <ImplicationGraph />
            <SearchTree />
          </div>
        </>
      ) : null}
      <Dimacs />
    </div>
  );
}

function Dimacs() {
  return (
    <details open={dimacs.value !== null}>
      <summary>{say('dimacs')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem('cnf') as HTMLTextAreaElement;
          dimacs.value = field.value;
        }}
      >
        <label for="cnf-text">{say('dimacsHelp')}</label>
        <textarea id="cnf-text" name="cnf" rows={5} spellcheck={false} defaultValue={dimacs.value ?? 'p cnf 2 3\n1 2 0\n-1 2 0\n-2 1 0\n'} />
        <button type="submit">{say('useDimacs')}</button>
        {dimacs.value !== null ? <button type="button" onClick={() => (dimacs.value = null)}>{say('usePuzzle')}</button> : null}
      </form>
    </details>
  );
}
