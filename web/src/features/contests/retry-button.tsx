import { Button } from '@mantine/core';
import { useMessages } from '../../lib/messages.ts';

export function RetryButton({ onRetry }: { onRetry: () => void }) {
  const { app } = useMessages();
  return <Button onClick={onRetry}>{app.retry}</Button>;
}
