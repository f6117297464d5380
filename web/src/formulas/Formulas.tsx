// Statements, live: truth table, normal forms, models, and the player on their clauses.
import { effect, signal } from '@preact/signals';
import type { Form as FormulaForm, FormulaReport } from '../../pkg/exactone_web';
import { latest, ready } from '../engine';
import { dimacs, view } from '../player/search';
import { say } from '../words';

export const statements = signal('');
const report = signal<FormulaReport | null>(null);
const study = latest();

const FORMS = ['simplified', 'nnf', 'cnf', 'tseitin'] as const;
type FormName = (typeof FORMS)[number];
const forms = signal<Partial<Record<FormName, FormulaForm>>>({});
const shaping = latest();
/** Milliseconds that each question is given. */
const TIME = 1500;

effect(() => {
  if (ready.value !== 'ready' || view.value !== 'formulas') return;
  const text = statements.value;
  study<FormulaReport>('formula', [text, TIME], (value) => {
    report.value = value;
    forms.value = {};
    const shape = (place: number): void => {
      const name = FORMS[place];
      if (!name || value.error) return;
      shaping<FormulaForm>('form', [text, name, TIME], (form) => {
        forms.value = { ...forms.peek(), [name]: form };
        shape(place + 1);
      });
    };
    shape(0);
  });
});

function Form({ title, text, id }: { title: string; text: string; id: string }) {
  return text ? (
    <section>
      <h3>{title}</h3>
      <pre data-testid={id} tabIndex={0}>{text}</pre>
    </section>
  ) : null;
}

export function Formulas() {
  const now = report.value;
  return (
    <div class="formulas">
      <label for="statements">{say('formula')}</label>
      <p class="hint">{say('formulaHelp')}</p>
      <textarea id="statements" rows={8} spellcheck={false} value={statements.value} onInput={(event) => (statements.value = event.currentTarget.value)} />
      {now?.error ? <pre class="error" role="alert">{now.error}</pre> : null}
      {now && !now.error ? (
        <>
          <p data-testid="model-count">{say('modelCount', now.count)}</p>
          <Form title={say('simplified')} text={forms.value.simplified?.text ?? ''} id="simplified" />
          <Form title={say('models')} text={now.models.join('\n')} id="models" />
          <Form title={say('nnf')} text={forms.value.nnf?.text ?? ''} id="nnf" />
          <Form title={say('cnf')} text={forms.value.cnf?.text ?? ''} id="cnf" />
          <section>
            <h3>{say('truthTable')}</h3>
            {now.table.length > 0 ? (
              <div class="scroll" tabIndex={0} role="region" aria-label={say('truthTable')}>
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
          <Form title={say('tseitin')} text={forms.value.tseitin?.text ?? ''} id="tseitin" />
          <button
            type="button"
            onClick={() => {
              dimacs.value = forms.value.tseitin?.dimacs ?? '';
              view.value = 'search';
            }}
          >
            {say('searchThis')}
          </button>
        </>
      ) : null}
    </div>
  );
}
