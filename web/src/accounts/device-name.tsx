import { Trans } from '@lingui/react/macro';
import type { AccountSession } from '#api/account-security.ts';

/** The family of a device, such as "Chrome on Windows", and the network address that it had. */
export function DeviceName({
  device: { browser, system, address },
}: {
  device: Pick<AccountSession, 'browser' | 'system' | 'address'>;
}) {
  return (
    <>
      {browser && system ? (
        <Trans>
          {browser} on {system}
        </Trans>
      ) : browser || system ? (
        <bdi translate="no">{browser ?? system}</bdi>
      ) : (
        <Trans>Unknown device</Trans>
      )}
      {address ? (
        <>
          {' · '}
          <bdi translate="no" dir="ltr" className="wrap-anywhere tabular-nums">
            {address}
          </bdi>
        </>
      ) : null}
    </>
  );
}
