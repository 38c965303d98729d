/**
 * In place of Mantine's own (vite.config.ts), which gives each component a second id as soon as it has been drawn with the
 * first one, and so has it drawn again in the same task.
 */
import { useId as useReactId } from 'react';

export function useId(given?: string): string {
  const id = useReactId();
  return given ?? id;
}
