import { Button } from '@mantine/core';
import { useBlocker } from 'react-router';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { useMessages } from '../../messages.ts';
import { useUnloadWarning } from '../../unload-warning.ts';

/** While mounted, nobody leaves the page without being asked: by the browser, or within the app by us. */
export function LeaveWarning() {
  const { users: texts } = useMessages();
  useUnloadWarning(true);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog title={texts.leaveTitle} onClose={blocker.reset}>
      <div className={formLayout.form}>
        <p>{texts.leaveLine}</p>
        <div className={formLayout.buttons}>
          <Button variant="default" data-autofocus onClick={blocker.reset}>
            {texts.leaveStay}
          </Button>
          <Button color="red" onClick={blocker.proceed}>
            {texts.leaveAnyway}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
