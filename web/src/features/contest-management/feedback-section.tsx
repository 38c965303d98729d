import { NativeSelect } from '@mantine/core';
import { type ContestFeedback, contestFeedbacks } from '#contract/feedback.ts';
import { useMessages } from '../../lib/messages.ts';
import { SettingsSection } from './more-settings.tsx';

interface FeedbackSectionProps {
  value: ContestFeedback;
  /** Nothing that is decided now would still be seen by anybody. */
  isFixed: boolean;
  onChange: (value: ContestFeedback) => void;
}

/** What contestants see of their submissions until the contest has finished. */
export function FeedbackSection({ value, isFixed, onChange }: FeedbackSectionProps) {
  const { contestManagement: texts } = useMessages();
  const ends = isFixed ? texts.feedbackFixed : texts.feedbackEnds;
  return (
    <SettingsSection title={texts.feedbackTitle}>
      <NativeSelect
        name="feedback"
        label={texts.feedback}
        description={`${texts.feedbackHints[value]} ${ends}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        disabled={isFixed}
        data={contestFeedbacks.map((each) => ({ value: each, label: texts.feedbacks[each] }))}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as ContestFeedback)}
      />
    </SettingsSection>
  );
}
