import { Switch } from '@base-ui/react/switch';
import { useId, type ReactNode } from 'react';

interface ToggleProps {
  label: ReactNode;
  help?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  /** Inline: small, the label beside it. */
  inline?: boolean;
}

export function Toggle({ label, help, checked, disabled, onChange, inline = false }: ToggleProps) {
  const id = useId();
  const control = (
    <Switch.Root
      aria-labelledby={`${id}-label`}
      aria-describedby={help ? `${id}-help` : undefined}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="relative inline-flex h-6 w-9 shrink-0 items-center rounded-full border border-edge bg-sunken px-0.5 transition-colors duration-150 data-checked:border-accent data-checked:bg-accent data-disabled:opacity-60"
    >
      <Switch.Thumb className="size-4 rounded-full bg-edge transition-transform duration-150 data-checked:translate-x-[14px] data-checked:bg-on-accent" />
    </Switch.Root>
  );
  if (inline)
    return (
      <span className="inline-flex items-center gap-1.5">
        {control}
        <span id={`${id}-label`}>{label}</span>
      </span>
    );
  return (
    <div className="flex items-start justify-between gap-6">
      <div>
        <div id={`${id}-label`} className="font-medium">{label}</div>
        {help && <p id={`${id}-help`} className="text-xs text-muted">{help}</p>}
      </div>
      {control}
    </div>
  );
}
