// The passkeys of an account, on its security page.

import { useQuery } from '@tanstack/react-query'
import { FingerprintPattern, Plus } from 'lucide-react'
import { useState } from 'react'
import { passkeysQuery } from '~/features/account/queries'
import type { Passkey, User } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { passkeysAreSupported } from '~shared/lib/webauthn'
import { Button } from '~shared/ui/button'
import { ListSkeleton } from '~shared/ui/list-states'
import { RelativeTime } from '~shared/ui/relative-time'
import { Sheet } from '~shared/ui/sheet'
import { AddPasskeyForm, RemovePasskeyForm } from './passkey-forms'

/** A browser without passkeys can only remove them. */
export function PasskeysSection({ user }: { user: User }) {
  const { t, locale } = useI18n()
  const { data, isPending } = useQuery(passkeysQuery(locale))
  const [isAdding, setAdding] = useState(false)
  const [passkeyToRemove, setPasskeyToRemove] = useState<Passkey | null>(null)
  const passkeys = data?.data ?? []
  return (
    <>
      <p className="max-w-2xl text-pretty text-muted">{t('account.passkeys.text')}</p>
      {isPending && <ListSkeleton rows={1} />}
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setPasskeyToRemove(passkey)} />
          ))}
        </ul>
      )}
      {passkeysAreSupported() ? (
        <Button look="secondary" size="lg" className="justify-self-start" onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-5" />
          {t('account.passkeys.add')}
        </Button>
      ) : (
        <p className="text-sm text-muted">{t('account.passkeys.unsupported')}</p>
      )}
      <Sheet title={t('account.passkeys.add')} open={isAdding} onClose={() => setAdding(false)}>
        <AddPasskeyForm user={user} onDone={() => setAdding(false)} />
      </Sheet>
      <Sheet
        title={t('account.passkeys.removeOf', { name: passkeyToRemove?.name ?? '' })}
        open={passkeyToRemove !== null}
        onClose={() => setPasskeyToRemove(null)}
      >
        {passkeyToRemove && <RemovePasskeyForm user={user} passkey={passkeyToRemove} onDone={() => setPasskeyToRemove(null)} />}
      </Sheet>
    </>
  )
}

function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t, locale } = useI18n()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-mint">
        <FingerprintPattern aria-hidden className="size-5" />
      </span>
      <div className="min-w-28 grow basis-0">
        <h3 className="text-base wrap-anywhere">{passkey.name}</h3>
        <p className="text-sm text-muted">
          {t('account.passkeys.since', { date: date(locale, passkey.createdAt) })}
          {' · '}
          {passkey.lastUsedAt === undefined ? (
            t('account.passkeys.unused')
          ) : (
            <>
              {t('account.devices.lastUsed')} <RelativeTime at={passkey.lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button look="secondary" className="max-sm:ml-15" onClick={onRemove}>
        {t('account.passkeys.remove')}
        <span className="sr-only">: {passkey.name}</span>
      </Button>
    </li>
  )
}
