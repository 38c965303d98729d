import { Button } from '@mantine/core';
import { useMessages } from '../../messages.ts';

export function RetryButton({ onRetry }: { onRetry: () => void }) {
  const { app } = useMessages();
  return <Button onClick={onRetry}>{app.retry}</Button>;
}
