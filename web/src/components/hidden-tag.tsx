import { useMessages } from '../lib/messages.ts';
import table from './data-table.module.css';

/** Beside the name of a problem that staff see and nobody else does. */
export function HiddenTag() {
  const { problems: texts } = useMessages();
  return <span className={table.tag}>{texts.hidden}</span>;
}
