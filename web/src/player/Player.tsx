// Stepping a search: controls, the sentence of the step, trail, graph and tree.
import { computed, effect, signal } from '@preact/signals';
import { Choice } from '../Choice';
import { Icon } from '../Icon';
import { lit } from '../puzzle';
import { grouped, say } from '../words';
import { ImplicationGraph } from './ImplicationGraph';
import { SearchTree } from './SearchTree';
import { name, Trail } from './Trail';
import { dimacs, end, go, jump, options, position, problem, running, state, step, stopSearch, view, whatIf } from './search';

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

/** Whether there is a step to look at; what is seen of it is read where it is shown, so that a step draws little anew. */
const stands = computed(() => end.value !== null && state.value !== null);

export function Player() {
  return (
    <div class="player">
      <Options />
      {problem.value ? <p class="error" role="alert">{problem.value()}</p> : null}
      {end.value === null && !problem.value ? <Running /> : null}
      {stands.value ? (
        <>
          <Controls />
          <Position />
          <Sentence />
          <Counters />
          <div class="pictures">
            <Trail />
            <SearchTree />
            <ImplicationGraph />
          </div>
        </>
      ) : null}
      <Dimacs />
    </div>
  );
}

function Running() {
  return (
    <p role="status">
      {say('running', running.value)} <button type="button" onClick={stopSearch}>{say('stop')}</button>
    </p>
  );
}

function Position() {
  const last = end.value;
  if (!last) return null;
  return (
    <p class="position">
      <span data-testid="position">{say('position', position.value, last.steps)}</span>
      <span class={`outcome ${last.outcome}`} data-testid="outcome">
        {say(whatIf.value.length > 0 && last.outcome === 'unsatisfiable' ? 'unsatisfiableIf' : (last.outcome as 'satisfiable'))}
      </span>
      {last.outcome === 'unknown' ? <span>{say('searchFull', last.steps)}</span> : null}
    </p>
  );
}

function Sentence() {
  const now = state.value;
  if (!now) return null;
  return (
    <p class={`step ${now.kind}`} aria-live="polite" data-testid="sentence" onMouseEnter={() => (lit.value = new Set(now.cells))}>
      {now.sentence || say('start')}
    </p>
  );
}

function Options() {
  const how = options.value;
  const set = (change: Partial<typeof how>): void => {
    options.value = { ...how, ...change };
  };
  const isDpll = how.engine === 'dpll';
  return (
    <>
      <div class="buttons options">
        <Choice label={say('engine')} value={how.engine} choices={[['dpll', say('dpll')], ['cdcl', say('cdcl')]]} onChange={(engine) => set({ engine })} />
        {dimacs.value === null ? (
          <Choice
            label={say('encoding')}
            value={how.encoding}
            choices={(['minimal', 'efficient', 'extended', 'triads'] as const).map((key) => [key, say(key)])}
            onChange={(encoding) => set({ encoding })}
          />
        ) : null}
        {isDpll ? (
          <Choice
            label={say('branching')}
            value={how.branching}
            choices={[['first', say('first')], ['moms', say('moms')], ['jeroslow-wang', say('jeroslowWang')]]}
            onChange={(branching) => set({ branching })}
          />
        ) : null}
        {isDpll ? (
          <label>
            <input type="checkbox" checked={how.pureLiterals} onChange={(event) => set({ pureLiterals: event.currentTarget.checked })} /> {say('pureLiterals')}
          </label>
        ) : (
          <>
            <label>
              <input type="checkbox" checked={how.learning} onChange={(event) => set({ learning: event.currentTarget.checked })} /> {say('learning')}
            </label>
            <label class={how.learning ? '' : 'soft'}>
              <input type="checkbox" checked={how.restarts && how.learning} disabled={!how.learning} onChange={(event) => set({ restarts: event.currentTarget.checked })} /> {say('restarts')}
            </label>
          </>
        )}
      </div>
      {isDpll || how.learning ? null : <p class="hint">{say('withoutLearning')}</p>}
      {dimacs.value === null || whatIf.value.length > 0 ? (
        <p class="hint what-if">
          {whatIf.value.length > 0 ? say('whatIf', whatIf.value.map(name).join(', ')) : say('whatIfNone')}{' '}
          {whatIf.value.length > 0 ? <button type="button" onClick={() => set({ whatIf: [] })}>{say('forget')}</button> : null}
        </p>
      ) : null}
    </>
  );
}

function Controls() {
  return (
    <>
      <div class="buttons steps" role="group" aria-label={say('tabSearch')}>
        <button type="button" class="sign" onClick={() => go(0)} aria-label={say('begin')} title={say('begin')}><Icon name="first" /></button>
        <button type="button" class="sign" onClick={() => step(-1)} aria-label={say('back')} title={`${say('back')} (←)`}><Icon name="back" /></button>
        <button type="button" class="main" onClick={() => (playing.value = !playing.value)}>
          <Icon name={playing.value ? 'pause' : 'play'} /> {playing.value ? say('pause') : say('play')}
        </button>
        <button type="button" class="sign" onClick={() => step(1)} aria-label={say('forward')} title={`${say('forward')} (→)`}><Icon name="forward" /></button>
        <button type="button" class="sign" onClick={() => go(end.peek()?.steps ?? 0)} aria-label={say('end')} title={say('end')}><Icon name="last" /></button>
        <button type="button" onClick={() => void jump('decide', 1)} title="d">{say('nextDecision')}</button>
        <button type="button" onClick={() => void jump('conflict', -1)} title="p">{say('previousConflict')}</button>
        <button type="button" onClick={() => void jump('conflict', 1)} title="n">{say('nextConflict')}</button>
        <label class="speed">{say('speed')} <input type="range" min="1" max="240" value={speed.value} onInput={(event) => (speed.value = Number(event.currentTarget.value))} /></label>
      </div>
      <Place />
    </>
  );
}

function Place() {
  const last = end.value?.steps ?? 0;
  const at = position.value;
  return <input class="place" type="range" min="0" max={last} value={at} aria-label={say('position', at, last)} onInput={(event) => go(Number(event.currentTarget.value))} />;
}

const COUNTED = ['decisions', 'propagations', 'pureOnes', 'conflicts', 'learntOnes', 'backtracks', 'restartsDone'] as const;

function Counters() {
  const counters = state.value?.counters ?? [];
  return (
    <dl class="counters" data-testid="counters">
      {COUNTED.map((word, place) => (
        <div key={word} class={counters[place] ? '' : 'none'}>
          <dt>{say(word)}</dt> <dd>{grouped(counters[place] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A text of more characters is not put into the field: browsers take seconds to lay it out. */
const FIELD = 100_000;

function searchDimacs(text: string): void {
  options.value = { ...options.value, whatIf: [] };
  dimacs.value = text;
}

function Dimacs() {
  const now = dimacs.value;
  const long = now !== null && now.length > FIELD;
  return (
    <details class="dimacs" open={now !== null}>
      <summary>{say('dimacs')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem('cnf') as HTMLTextAreaElement;
          searchDimacs(field.value);
        }}
      >
        <label for="cnf-text">{say('dimacsHelp')}</label>
        <textarea
          id="cnf-text"
          name="cnf"
          rows={5}
          spellcheck={false}
          readOnly={long}
          defaultValue={now === null ? 'p cnf 2 3\n1 2 0\n-1 2 0\n-2 1 0\n' : now.slice(0, long ? 2000 : FIELD)}
          key={now?.slice(0, 4000)}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text/plain') ?? '';
            if (pasted.length <= FIELD) return;
            event.preventDefault();
            searchDimacs(pasted);
          }}
        />
        {long ? <p class="hint">{say('dimacsLong', grouped(now.length))}</p> : null}
        <div class="buttons">
          <button type="submit" disabled={long}>{say('useDimacs')}</button>
          <label class="choice">
            {say('openFile')}{' '}
            <input
              type="file"
              accept=".cnf,.dimacs,.txt"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                event.currentTarget.value = '';
                void file?.text().then(searchDimacs);
              }}
            />
          </label>
          {now !== null ? <button type="button" onClick={() => (dimacs.value = null)}>{say('usePuzzle')}</button> : null}
        </div>
      </form>
    </details>
  );
}
