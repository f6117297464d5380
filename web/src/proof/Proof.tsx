// "Prove it is the only one": the proof is made, then checked here by the checker, and can be taken along.
import { effect, signal } from '@preact/signals';
import type { Certificate, Checked } from '../../pkg/exactone_web';
import { start, type Call, type Failed } from '../engine';
import { saveText } from '../picture';
import { judgement, puzzle } from '../puzzle';
import { grouped, say, told } from '../words';

type Stage = 'idle' | 'proving' | 'checking' | 'verified' | 'refused';
const certificate = signal<Certificate | null>(null);
const text = signal('');
const stage = signal<Stage>('idle');
/** Steps while proving, percent while checking. */
const progress = signal(0);
const checked = signal<Checked>({ message: { en: '', zh: '' }, steps: 0 });
let running: Call<unknown> | undefined;

// Another puzzle needs another proof.
effect(() => {
  puzzle.value;
  stop();
  certificate.value = null;
  text.value = '';
});

function stop(): void {
  running?.cancel();
  stage.value = 'idle';
}

function begin<T>(next: Stage, method: string, args: unknown[]): Promise<T> {
  running?.cancel();
  stage.value = next;
  progress.value = 0;
  const mine = start<T>(method, args, (value) => (progress.value = value));
  running = mine;
  return mine.promise;
}

async function check(cnf: string, proof: string): Promise<void> {
  checked.value = await begin<Checked>('checking', 'verify', [cnf, proof]);
  stage.value = checked.value.message.en ? 'refused' : 'verified';
}

async function prove(): Promise<void> {
  try {
    const solution = judgement.value?.status === 'unique' ? judgement.value.first : undefined;
    const made = await begin<Certificate>('proving', 'prove', [puzzle.value, 'extended', solution]);
    certificate.value = made;
    text.value = made.proof;
    await check(made.cnf, made.proof);
  } catch (error) {
    checked.value = { message: (error as Failed).said, steps: 0 };
    stage.value = 'refused';
  }
}

export function Proof() {
  const status = judgement.value?.status;
  const made = certificate.value;
  const busy = stage.value === 'proving' || stage.value === 'checking';
  return (
    <div class="proof">
      <p class="hint">{say('proofAbout')}</p>
      {status === 'unique' || status === 'none' ? (
        <div class="buttons">
          <button type="button" class="main" disabled={busy} onClick={() => void prove()}>{say(status === 'unique' ? 'prove' : 'proveNone')}</button>
          {busy ? <button type="button" onClick={stop}>{say('cancel')}</button> : null}
        </div>
      ) : (
        <p>{status === undefined ? '…' : say('cannotProve')}</p>
      )}
      <p role="status" data-testid="proof-status" class={stage.value}>
        {stage.value === 'proving' ? say('proving', progress.value) : null}
        {stage.value === 'checking' ? say('checking', progress.value) : null}
        {stage.value === 'verified' ? say('verified', checked.value.steps) : null}
        {stage.value === 'refused' ? say('refused', told(checked.value.message)) : null}
      </p>
      {stage.value === 'checking' ? <progress max={100} value={progress.value} aria-label={say('proofText')} /> : null}
      {made ? (
        <>
          <p class="hint">
            {say('proofSize', grouped(made.variables), grouped(made.clauses), grouped(made.steps), Math.ceil(made.proof.length / 1000))}
          </p>
          <div class="buttons">
            <button type="button" onClick={() => saveText('puzzle.cnf', made.cnf)}>{say('downloadCnf')}</button>
            <button type="button" onClick={() => saveText('puzzle.lrat', text.value)}>{say('downloadProof')}</button>
          </div>
          <button type="button" onClick={() => void check(made.cnf, text.value)}>{say('checkOwn')}</button>
          <label for="proof-text" class="above">{say('proofText')}</label>
          <textarea id="proof-text" rows={12} spellcheck={false} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        </>
      ) : null}
    </div>
  );
}
