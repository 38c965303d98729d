import { useQuery } from '@tanstack/react-query';
import { getUntrustedProxy } from '#contract/settings.ts';
import { Notice } from '../../components/notice.tsx';
import { api } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import styles from './admin-panel-page.module.css';

/** Nothing unless there is something to do. That it could not be asked for is no news here. */
export function ProxyNotice() {
  const { admin } = useMessages();
  const { data } = useQuery({
    queryKey: queryKeys.admin.untrustedProxy,
    queryFn: () => api(getUntrustedProxy),
  });
  if (!data?.proxy) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="error">{admin.untrustedProxy(data.proxy.address)}</Notice>
    </div>
  );
}
