import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { limits, type Scope } from '../../contract/index.ts';
import { engine } from '../bridge/index.ts';
import { Button, fieldLook, fromInputValue, Popover, scopeName, SelectField, shortDate, TextField, toInputValue } from '../ui/index.ts';
import type { Asked } from './asked.ts';

interface QuestionFormProps {
  asked: Asked | null;
  onAsk: (asked: Asked) => void;
}

/** The question, and from where and when it is asked. */
export function QuestionForm({ asked, onAsk }: QuestionFormProps) {
  const [text, setText] = useState(asked?.query ?? '');
  const [scope, setScope] = useState<Scope>(asked?.scope ?? {});
  const [at, setAt] = useState(asked?.at ?? null);
  const query = text.trim();
  return (
    <form
      role="search" aria-label="Question" className="flex min-w-0 flex-1 basis-80 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (query !== '') onAsk({ query, scope, at });
      }}
    >
      <input
        aria-label="Question" placeholder="Ask something you expect it to know" value={text} autoFocus={asked === null} maxLength={limits.queryChars} autoComplete="off"
        onChange={(event) => setText(event.target.value)} className={`${fieldLook} h-8 min-w-0 flex-1`}
      />
      <Popover
        title="From where and when" align="end"
        trigger={(
          <Button icon={MapPin}>
            <span className="sr-only">From where and when: </span>
            <span className="max-w-40 truncate max-sm:sr-only">{scopeName(scope)}{at !== null && `, ${shortDate(at)}`}</span>
          </Button>
        )}
      >
        <div className="flex flex-col gap-3">
          <Where scope={scope} onChange={setScope} />
          <TextField
            type="datetime-local" max="9999-12-31T23:59" label="Asked at" help="“Yesterday” is the day before. Empty is now." value={at === null ? '' : toInputValue(at)}
            onChange={(event) => setAt(event.target.value === '' ? null : fromInputValue(event.target.value))}
          />
        </div>
      </Popover>
      <Button type="submit" look="primary" disabled={query === ''}>Ask</Button>
    </form>
  );
}

/** Which memories may be seen: those a chat there would see. */
function Where({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const sessions = useQuery(engine.chat.sessions.queryOptions());
  const scopes = new Map<string, Scope>([['{}', {}]]);
  for (const one of [...(sessions.data?.map((session) => session.scope) ?? []), scope]) scopes.set(JSON.stringify(one), one);
  return (
    <SelectField label="Asked from" help="As a chat there: general memories are seen from everywhere, those of a project from there only." value={JSON.stringify(scope)} onChange={(event) => onChange(scopes.get(event.target.value) ?? {})}>
      {[...scopes].map(([key, one]) => <option key={key} value={key}>{scopeName(one)}</option>)}
    </SelectField>
  );
}
