import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { errorText, RequestFailed } from './api.ts';
import type { FieldErrors } from './check-form.ts';
import { loadScript } from './load-page.ts';

/** The part of an input that the form keeps. */
export interface Field {
  name: string;
  value: string;
  error: string | undefined;
  onFocus: () => void;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
}

/** What the server refused, and which of its codes are about one of the fields. */
interface Refusal<Name extends string> {
  error: Error | null;
  fields: Readonly<Record<string, Name>>;
}

/** Loaded when somebody is about to fill the form in, not with the page that shows it. */
const loadCheck = () => loadScript(() => import('./check-form.ts'));

/** It may be among what is folded away. */
export function showAndFocus(control: HTMLElement): void {
  const folded = control.closest('details');
  if (folded) folded.open = true;
  control.focus();
}

/**
 * A form checked by the schema of the call it makes: complaints appear on submit, at all fields at once, each goes when
 * its field changes, and the first field at fault gets the focus. So does a refusal of the server's that is about a
 * field. `toBody` turns texts into what the schema checks.
 */
export function useForm<Name extends string, Schema extends z.ZodType>(
  initial: Record<Name, string>,
  schema: Schema | (() => Promise<Schema>),
  toBody: (values: Record<Name, string>) => unknown,
  submit: (body: z.output<Schema>) => void,
  refusal: Refusal<NoInfer<Name>> = { error: null, fields: {} },
) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  /** The refusal whose field has been changed since. */
  const [answered, setAnswered] = useState<Error | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const isChecking = useRef(false);

  const focus = (name: Name | undefined) => {
    const control = name && element.current?.elements.namedItem(name);
    if (control instanceof HTMLElement) control.focus();
  };
  const refused =
    refusal.error instanceof RequestFailed ? refusal.fields[refusal.error.code ?? ''] : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => focus(refused), [refusal.error]);

  const loadSchema = async () => (typeof schema === 'function' ? schema() : schema);
  const findErrors = async (body: unknown) => {
    const [{ findFieldErrors }, loaded] = await Promise.all([loadCheck(), loadSchema()]);
    const checked = loaded.safeParse(body);
    return { found: findFieldErrors<Name>(checked), body: checked.data };
  };

  const errorAt = (name: Name) => {
    if (errors[name] !== undefined) return errors[name];
    return refused === name && answered !== refusal.error ? errorText(refusal.error, '') : undefined;
  };

  return {
    /** The server's refusal stands at a field, and need not be told above them. */
    isRefusalAtField: refused !== undefined,
    field: (name: Name): Field => ({
      name,
      value: values[name],
      error: errorAt(name),
      onFocus: () => {
        // A check that cannot be loaded now may be by the time it is needed.
        void Promise.all([loadCheck(), loadSchema()]).catch(() => {});
      },
      onChange: ({ currentTarget: { value } }) => {
        setValues((before) => ({ ...before, [name]: value }));
        setErrors((before) => ({ ...before, [name]: undefined }));
        if (refused === name) setAnswered(refusal.error);
      },
    }),
    onSubmit: async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      element.current = event.currentTarget;
      if (isChecking.current) return;
      isChecking.current = true;
      const unchecked = toBody(values);
      // Without the check the server has the only word.
      const { found, body } = await findErrors(unchecked).catch(() => ({ found: null, body: unchecked }));
      isChecking.current = false;
      setErrors(found ?? {});
      if (found) focus((Object.keys(initial) as Name[]).find((name) => name in found));
      else submit(body as z.output<Schema>);
    },
  };
}
