import type { Alarm } from '#contract/contest-day.ts';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import styles from './alarms.module.css';

/** Always in its place, so that a new one is read out and nothing jumps. */
export function Alarms({ alarms }: { alarms: readonly Alarm[] }) {
  const { contestDay: texts } = useMessages();
  return (
    <section
      className={styles.alarms}
      aria-label={texts.alarmsTitle}
      data-quiet={alarms.length === 0 || undefined}
    >
      <Icon name={alarms.length === 0 ? 'check' : 'alert'} size={20} />
      <div aria-live="polite">
        {alarms.length === 0 ? (
          <p>{texts.noAlarms}</p>
        ) : (
          <ul className={styles.list}>
            {alarms.map((alarm) => (
              <li key={alarm.kind}>
                {texts.alarms[alarm.kind](alarm)} {alarm.since && <Since at={alarm.since} />}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** Not read out with each second. */
function Since({ at }: { at: string }) {
  const { contestDay: texts, durations } = useMessages();
  const now = useServerNow(1_000);
  return (
    <span className={styles.since} aria-live="off">
      {texts.forSoLong(durations.clock(now - Date.parse(at)))}
    </span>
  );
}
