// Statements, live: what follows, truth table, normal forms, models, and the player on their clauses.
import { effect, signal } from '@preact/signals';
import type { Form as Shaped, FormulaReport, Named } from '../../pkg/exactone_web';
import { Choice } from '../Choice';
import { begun, latest } from '../engine';
import { dimacs, options, view } from '../player/search';
import { language, say, told } from '../words';
import { FILES, openFile, statements, titleOf } from './files';

const FORMS = ['simplified', 'cnf', 'nnf', 'tseitin'] as const;
type FormName = (typeof FORMS)[number];
/** Milliseconds that each question is given. */
const TIME = 1500;

const report = signal<FormulaReport | null>(null);
const forms = signal<Partial<Record<FormName, Shaped>>>({});
const study = latest();
const shaping = latest();

// The forms come one after the other, each shown as soon as it is there.
effect(() => {
  if (!begun.value || view.value !== 'formulas') return;
  const text = statements.value;
  study<FormulaReport>('formula', [text, language.value, TIME], (value) => {
    report.value = value;
    forms.value = {};
    const shape = (place: number): void => {
      const name = FORMS[place];
      if (!name || value.error) return;
      shaping<Shaped>('form', [text, name, TIME], (form) => {
        forms.value = { ...forms.peek(), [name]: form };
        shape(place + 1);
      });
    };
    shape(0);
  });
});

export function Formulas() {
  const now = report.value;
  const file = Object.keys(FILES).find((name) => FILES[name] === statements.value) ?? '';
  return (
    <div class="formulas">
      <div class="buttons">
        <Choice
          label={say('file')}
          value={file}
          choices={[...(file ? [] : [['', say('ownText')] as const]), ...Object.keys(FILES).map((name) => [name, titleOf(name, language.value)] as const)]}
          onChange={openFile}
        />
      </div>
      <label for="statements">{say('formula')}</label>
      <p class="hint">{say('formulaHelp')}</p>
      <textarea id="statements" rows={11} spellcheck={false} value={statements.value} onInput={(event) => (statements.value = event.currentTarget.value)} />
      {now?.error ? <pre class="error" role="alert">{now.error}</pre> : null}
      {now && !now.error ? <Findings now={now} /> : null}
    </div>
  );
}

/** Of many names, those that are true are the answer. */
const listed = (forced: Named[]): Named[] => (forced.length > 20 ? forced.filter((named) => named.positive) : forced);

function Findings({ now }: { now: FormulaReport }) {
  const tseitin = forms.value.tseitin;
  return (
    <>
      <p class={`status ${now.status === 'satisfiable' ? 'unique' : now.status === 'unsatisfiable' ? 'none' : ''}`}>
        <strong>{say(now.status as 'satisfiable')}</strong> · <span data-testid="model-count">{say(now.count === '1' ? 'modelOne' : 'modelCount', now.count)}</span>
      </p>
      {now.guilty.length > 0 ? (
        <section>
          <h3>{say('guilty')}</h3>
          <pre class="error" data-testid="guilty">{now.guilty.join('\n')}</pre>
        </section>
      ) : null}
      {now.forced.length > 0 ? (
        <section>
          <h3>{say('forced')}</h3>
          <ul class="forced" data-testid="forced">
            {listed(now.forced).map((named) => (
              <li key={named.literal}>
                <b class="literal">{named.literal}</b>{' '}
                {named.sentence ? (named.positive ? named.sentence : say('isFalse', named.sentence)) : null}
              </li>
            ))}
            {now.forced.length > listed(now.forced).length ? <li class="soft">{say('othersFalse', now.forced.length - listed(now.forced).length)}</li> : null}
          </ul>
        </section>
      ) : null}
      <div class="columns">
        {now.names.length > 0 ? <Table now={now} /> : null}
        {now.models.length > 0 ? (
          <section>
            <h3>{say('models')}</h3>
            <pre data-testid="models" tabIndex={0}>{now.models.join('\n')}</pre>
          </section>
        ) : null}
      </div>
      {FORMS.map((name) => (
        <Form key={name} name={name} />
      ))}
      <button
        type="button"
        disabled={!tseitin?.dimacs}
        onClick={() => {
          options.value = { ...options.value, whatIf: [] };
          dimacs.value = tseitin?.dimacs ?? '';
          view.value = 'search';
        }}
      >
        {say('searchThis')}
      </button>
    </>
  );
}

function Form({ name }: { name: FormName }) {
  const form = forms.value[name];
  if (!form) return null;
  return (
    <section>
      <h3>
        {say(name)} <span class="soft">{form.clauses > 0 ? say('formSize', form.clauses, form.variables) : null}{name === 'simplified' && form.minimum ? ` · ${say('isMinimum')}` : null}</span>
      </h3>
      <pre data-testid={name} tabIndex={0}>{told(form.message) || (name === 'tseitin' ? `${form.text}\n\n${form.dimacs}` : form.text)}</pre>
    </section>
  );
}

function Table({ now }: { now: FormulaReport }) {
  return (
    <section>
      <h3 id="table-title">{say('truthTable')}</h3>
      {now.table.length > 0 ? (
        <div class="scroll" tabIndex={0} role="region" aria-labelledby="table-title">
          <table class="truth">
            <thead>
              <tr>{[...now.names, '⊨'].map((heading) => <th scope="col" key={heading}>{heading}</th>)}</tr>
            </thead>
            <tbody>
              {now.table.map((row) => (
                <tr key={row} class={row.endsWith('1') ? 'true' : ''}>{[...row].map((bit, place) => <td key={place}>{bit}</td>)}</tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p class="hint">{say('tableTooWide')}</p>
      )}
    </section>
  );
}
