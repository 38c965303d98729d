import { type FormEvent, useState } from 'react';
import type { z } from 'zod';

type FieldErrors<Values> = { [Field in keyof Values]?: string };

export interface FormState<Values> {
  values: Values;
  errors: FieldErrors<Values>;
  set: (field: keyof Values, value: string) => void;
  reset: () => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** The first complaint about each field. */
export function fieldErrors<Values>(error: z.ZodError): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {};
  for (const issue of error.issues) {
    const field = issue.path[0] as keyof Values;
    errors[field] ??= issue.message;
  }
  return errors;
}

/**
 * A form checked by the schema of the call it makes: complaints appear on submit, each goes when its field
 * changes, and the first field at fault gets the focus. `toBody` turns texts into what the schema checks.
 */
export function useForm<Values extends Record<string, string>, Schema extends z.ZodType>(
  initial: Values,
  schema: Schema,
  toBody: (values: Values) => unknown,
  submit: (body: z.output<Schema>) => void,
): FormState<Values> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  return {
    values,
    errors,
    set: (field, value) => {
      setValues((before) => ({ ...before, [field]: value }));
      setErrors(({ [field]: _gone, ...others }) => others as FieldErrors<Values>);
    },
    reset: () => {
      setValues(initial);
      setErrors({});
    },
    onSubmit: (event) => {
      event.preventDefault();
      const checked = schema.safeParse(toBody(values));
      if (checked.success) {
        setErrors({});
        submit(checked.data);
        return;
      }
      const found = fieldErrors<Values>(checked.error);
      setErrors(found);
      const firstAtFault = Object.keys(initial).find((field) => field in found);
      const control = firstAtFault && event.currentTarget.elements.namedItem(firstAtFault);
      if (control instanceof HTMLElement) control.focus();
    },
  };
}
