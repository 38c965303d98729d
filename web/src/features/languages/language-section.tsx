import { Button } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import type { InstalledFacts, Language } from '#contract/languages.ts';
import { CodeField } from '../../components/code-field.tsx';
import { useMessages } from '../../lib/messages.ts';
import { writeExample } from './example-programs.ts';
import styles from './language-section.module.css';

interface LanguageSectionProps {
  language: Language;
  /** For whoever may. */
  onChangeStart?: () => void;
}

export function LanguageSection({ language, onChangeStart }: LanguageSectionProps) {
  const { languageGuide: texts, languageLimits, submissions } = useMessages();
  const { id, version, compile, run, packages, allowance, also } = language;
  const guide = texts.guides[id];
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {submissions.languages[id]}
        </h2>
        {onChangeStart && (
          <Button variant="default" size="xs" onClick={onChangeStart}>
            {texts.changeStart}
          </Button>
        )}
      </div>
      <div className={styles.columns}>
        <dl className={styles.facts}>
          <Fact name={texts.version}>{version ?? texts.unknown}</Fact>
          {version !== null && <Commands compile={compile} run={run} />}
          {packages.length > 0 && (
            <Fact name={texts.packages}>
              {packages.map(nameWithVersion).join(', ')}
              <span className={styles.note}>{texts.packagesNote}</span>
            </Fact>
          )}
          {also.map((other) => (
            <OtherMachines
              key={JSON.stringify(other)}
              other={other}
              lackPackages={packages.length > 0 && other.packages.length === 0}
            />
          ))}
          <Fact name={texts.allowance}>
            {languageLimits.inForce(allowance)}
            <span className={styles.note}>{texts.allowanceNote}</span>
          </Fact>
          <Fact name={texts.refused}>{guide.refused}</Fact>
        </dl>
        <div>
          <h3 className={styles.subheading}>{texts.tips}</h3>
          <ul className={styles.tips}>
            {guide.tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        </div>
      </div>
      <Example language={language} />
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Commands({ compile, run }: Pick<InstalledFacts, 'compile' | 'run'>) {
  const { languageGuide: texts } = useMessages();
  // A machine that is not updated yet tells neither.
  if (run === null) return null;
  return (
    <>
      <Fact name={texts.compile}>{compile === null ? texts.notCompiled : <Command>{compile}</Command>}</Fact>
      <Fact name={texts.run}>
        <Command>{run}</Command>
      </Fact>
    </>
  );
}

/** Broken between its words, where a browser would break behind a hyphen. */
function Command({ children }: { children: string }) {
  return (
    <code className={styles.command}>
      {children.split(' ').map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word is known by its place
        <Fragment key={index}>
          {index > 0 && ' '}
          <span>{word}</span>
        </Fragment>
      ))}
    </code>
  );
}

function nameWithVersion({ id, version }: InstalledFacts['packages'][number]): string {
  return `${id} ${version}`;
}

/** Where they have another version or other packages, and are told other things. */
function OtherMachines({ other, lackPackages }: { other: InstalledFacts; lackPackages: boolean }) {
  const { languageGuide: texts } = useMessages();
  const packages = lackPackages ? [texts.noPackages] : other.packages.map(nameWithVersion);
  return (
    <Fact name={texts.also}>
      {[other.version, ...packages].join(', ')}
      {[other.compile, other.run].map((command) => command && <Command key={command}>{command}</Command>)}
    </Fact>
  );
}

/** Its colours are loaded when somebody wants to see it. */
function Example({ language: { id } }: { language: Language }) {
  const { languageGuide: texts, submissions } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.example} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.example}</summary>
      <p className={styles.exampleLine}>{texts.exampleLine}</p>
      {isOpen && (
        <CodeField
          label={`${texts.example}: ${submissions.languages[id]}`}
          value={writeExample(id)}
          language={id}
          minHeight="10rem"
          maxHeight="32rem"
        />
      )}
    </details>
  );
}
