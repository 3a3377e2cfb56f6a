import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { usePasskeyFailureText } from '~admin/session/factor-form'
import type { Schemas } from '~shared/api/types'
import { FormPassword, FormText } from '~shared/features/forms/fields'
import { password, text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { createPasskey, passkeysAreSupported } from '~shared/lib/webauthn'
import { Button } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { toast } from '~shared/ui/toast-store'
import { beginPasskey, passkeysQuery, registerPasskey, removePasskey, useRefreshFactors } from './api'
import { CancelButton } from './authenticator-app'

export function Passkeys() {
  const { t, locale } = useI18n()
  const [isAdding, setAdding] = useState(false)
  const { data, isError, refetch } = useQuery(passkeysQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={1} />
  const passkeys = data.data
  return (
    <>
      {passkeys.length === 0 && <p className="text-muted">{t('adminStaff.account.passkeys.none')}</p>}
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAdding && <AddForm onClose={() => setAdding(false)} />}
      {!isAdding && passkeysAreSupported() && (
        <div>
          <Button look="secondary" onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-4.5" />
            {t('adminStaff.account.passkeys.add')}
          </Button>
        </div>
      )}
      {!passkeysAreSupported() && <p className="text-muted">{t('adminStaff.account.passkeys.unsupported')}</p>}
    </>
  )
}

const MAX_NAME_LENGTH = 60
const AddSchema = v.object({ name: text(MAX_NAME_LENGTH), password: password() })

function AddForm({ onClose }: { onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshFactors()
  const failureText = usePasskeyFailureText()
  const sendForm = useSendForm({
    schema: AddSchema,
    values: { name: '', password: '' },
    labels: { name: t('adminStaff.account.passkeys.name'), password: t('adminStaff.signIn.password') },
    send: async ({ name, password }) => {
      const { challengeToken, options } = (await beginPasskey(locale, password)).data
      return registerPasskey(locale, { name, challengeToken, passkey: await createPasskey(options) })
    },
    onSent: async () => {
      toast.good(t('adminStaff.account.passkeys.added'))
      onClose()
      await refresh()
    },
    failureMessage: failureText,
  })
  const { setFocus } = sendForm.form
  useEffect(() => setFocus('name'), [setFocus])
  return (
    <SendForm form={sendForm} submit={t('adminStaff.setUp.createPasskey')} beside={<CancelButton onClick={onClose} />} className="max-w-md">
      <FormText name="name" autoComplete="off" hint={t('adminStaff.account.passkeys.nameHint')} />
      <FormPassword name="password" autoComplete="current-password" />
    </SendForm>
  )
}

function PasskeyItem({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Schemas['Passkey'] }) {
  const { t, locale } = useI18n()
  const [isRemoving, setRemoving] = useState(false)
  const lastUse = lastUsedAt
    ? t('adminStaff.account.passkeys.used', { date: date(locale, lastUsedAt) })
    : t('adminStaff.account.passkeys.unused')
  return (
    <li className="grid gap-4 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
        <div className="min-w-44 grow basis-0">
          <h3 className="text-base wrap-anywhere">{name}</h3>
          <p className="text-sm text-muted">
            {t('adminStaff.account.passkeys.since', { date: date(locale, createdAt) })} · {lastUse}
          </p>
        </div>
        {!isRemoving && (
          <Button look="secondary" aria-label={t('adminStaff.account.passkeys.removeOf', { name })} onClick={() => setRemoving(true)}>
            {t('adminStaff.remove')}
          </Button>
        )}
      </div>
      {isRemoving && <RemoveForm id={id} name={name} onClose={() => setRemoving(false)} />}
    </li>
  )
}

const RemoveSchema = v.object({ password: password() })

function RemoveForm({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshFactors()
  const sendForm = useSendForm({
    schema: RemoveSchema,
    values: { password: '' },
    labels: { password: t('adminStaff.signIn.password') },
    send: (typed) => removePasskey(locale, id, typed.password),
    onSent: async () => {
      toast.good(t('adminStaff.account.passkeys.removed', { name }))
      await refresh()
    },
  })
  const { setFocus } = sendForm.form
  useEffect(() => setFocus('password'), [setFocus])
  return (
    <SendForm
      form={sendForm}
      submit={t('adminStaff.account.passkeys.removeOf', { name })}
      beside={<CancelButton onClick={onClose} />}
      className="max-w-md"
    >
      <FormPassword name="password" autoComplete="current-password" />
    </SendForm>
  )
}
