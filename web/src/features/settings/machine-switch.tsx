import { Button, Switch, type SwitchProps } from '@mantine/core';
import { useState } from 'react';
import type { OnMachine } from '#contract/languages.ts';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { useMessages } from '../../lib/messages.ts';
import { OnMachines } from './on-machines.tsx';

interface MachineSwitchProps extends Omit<SwitchProps, 'label' | 'checked' | 'onChange'> {
  label: string;
  isOn: boolean;
  /** What each judge machine has of it. */
  machines: readonly OnMachine[];
  onSwitch: (isOn: boolean) => void;
}

/** Switches on what judge machines need for their work. Where some would stop for the lack of it, that is asked first. */
export function MachineSwitch({ label, isOn, machines, onSwitch, ...look }: MachineSwitchProps) {
  const { app, settings: texts } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const lacking = machines.filter(({ missing }) => missing !== null);
  return (
    <>
      <Switch
        {...look}
        label={label}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) =>
          checked && lacking.length > 0 ? setAsking(true) : onSwitch(checked)
        }
      />
      {isAsking && (
        <Dialog title={texts.switchOnTitle(label)} onClose={() => setAsking(false)}>
          <div className={formLayout.form}>
            <p>
              {lacking.length === machines.length
                ? texts.nobodyHas
                : texts.someLack(lacking.length, machines.length)}
            </p>
            <OnMachines machines={lacking} isWanted />
            <div className={formLayout.buttons}>
              <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
                {app.cancel}
              </Button>
              <Button
                onClick={() => {
                  setAsking(false);
                  onSwitch(true);
                }}
              >
                {texts.switchOn}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
