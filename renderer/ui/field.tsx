import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react';
import { ChevronDown } from 'lucide-react';
import { cx } from './classes.ts';

export const fieldLook =
  'w-full rounded-control border border-edge bg-raised px-2.5 text-text aria-invalid:border-danger disabled:text-muted';

interface Labelled {
  label: ReactNode;
  /** What the field is for, in one sentence. */
  help?: ReactNode;
  error?: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
}

/** Label, control, help and error, tied together for assistive technology. */
export function Labelled({ label, help, error, hideLabel, children }: Labelled & {
  children: (ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }) => ReactNode;
}) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>{label}</label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {help && <p id={`${id}-help`} className="text-xs text-muted">{help}</p>}
      {error && <p id={`${id}-error`} role="alert" className="text-xs text-danger">{error}</p>}
    </div>
  );
}

type InputProps = Labelled & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement>; end?: ReactNode };

export function TextField({ label, help, error, hideLabel, className, end, ...rest }: InputProps) {
  return (
    <Labelled label={label} help={help} error={error} hideLabel={hideLabel}>
      {(ids) => (
        <span className="relative flex items-center">
          <input autoComplete="off" spellCheck={false} {...rest} {...ids} className={cx(fieldLook, 'h-8', end && 'pr-10', className)} />
          {end && <span className="absolute right-1 flex">{end}</span>}
        </span>
      )}
    </Labelled>
  );
}

type AreaProps = Labelled & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function TextArea({ label, help, error, hideLabel, className, ...rest }: AreaProps) {
  return (
    <Labelled label={label} help={help} error={error} hideLabel={hideLabel}>
      {(ids) => <textarea {...rest} {...ids} className={cx(fieldLook, 'py-1.5', className)} />}
    </Labelled>
  );
}

type SelectProps = Labelled & SelectHTMLAttributes<HTMLSelectElement>;

/** The platform's own select: it works with every keyboard, zoom and screen reader. Needs a name from outside. */
export function SelectBox({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className="relative flex w-full items-center">
      <select {...rest} className={cx(fieldLook, className ?? 'h-8', 'appearance-none truncate pr-7')}>{children}</select>
      <ChevronDown aria-hidden size={14} strokeWidth={1.5} className="pointer-events-none absolute right-2 text-muted" />
    </span>
  );
}

export function SelectField({ label, help, error, hideLabel, children, ...rest }: SelectProps) {
  return (
    <Labelled label={label} help={help} error={error} hideLabel={hideLabel}>
      {(ids) => <SelectBox {...rest} {...ids}>{children}</SelectBox>}
    </Labelled>
  );
}
