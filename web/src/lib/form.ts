import { type ChangeEvent, type FormEvent, useState } from 'react';
import type { z } from 'zod';
import { readRule } from '#contract/words.ts';
import { sayOr } from './messages.ts';

/** The part of an input that the form keeps. */
export interface Field {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
}

type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

/** The first complaint about each field. */
function fieldErrors<Name extends string>(error: z.ZodError): FieldErrors<Name> {
  const errors: FieldErrors<Name> = {};
  for (const issue of error.issues) {
    const name = issue.path[0] as Name;
    errors[name] ??= sayOr(readRule(issue.message), issue.message);
  }
  return errors;
}

/**
 * A form checked by the schema of the call it makes: complaints appear on submit, each goes when its field
 * changes, and the first field at fault gets the focus. `toBody` turns texts into what the schema checks.
 */
export function useForm<Name extends string, Schema extends z.ZodType>(
  initial: Record<Name, string>,
  schema: Schema,
  toBody: (values: Record<Name, string>) => unknown,
  submit: (body: z.output<Schema>) => void,
) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  return {
    field: (name: Name): Field => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: ({ currentTarget: { value } }) => {
        setValues((before) => ({ ...before, [name]: value }));
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    }),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const checked = schema.safeParse(toBody(values));
      if (checked.success) {
        setErrors({});
        submit(checked.data);
        return;
      }
      const found = fieldErrors<Name>(checked.error);
      setErrors(found);
      const firstAtFault = Object.keys(initial).find((name) => name in found);
      const control = firstAtFault && event.currentTarget.elements.namedItem(firstAtFault);
      if (control instanceof HTMLElement) control.focus();
    },
  };
}
