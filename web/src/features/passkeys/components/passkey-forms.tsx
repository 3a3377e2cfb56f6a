// The forms that add and remove a passkey.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { devicesQuery, passkeysQuery, securityEventsQuery } from '~/features/account/queries'
import { SignInAgain } from '~/features/account/sign-in-again'
import { failureText } from '~shared/api/failure'
import { call, post } from '~shared/api/http'
import type { Passkey, User } from '~shared/api/types'
import { FormPassword, FormText } from '~shared/features/forms/fields'
import { password, text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { type Translate, useI18n } from '~shared/i18n/context'
import { createPasskey, passkeyFailure } from '~shared/lib/webauthn'
import { toast } from '~shared/ui/toast-store'
import { passkeyOffer } from '../offer-store'

const MAX_NAME_LENGTH = 60

/** An account without a password is not asked for it. */
const passwordRuleOf = ({ hasPassword }: User) => (hasPassword ? password() : v.string())

/** The failure comes from the browser's dialog or the server. */
function addFailure(t: Translate, error: unknown): string {
  const reason = passkeyFailure(error)
  return reason ? t(`account.passkeys.failed.${reason}`) : failureText(t, error)
}

function useRefetchPasskeys() {
  const { locale } = useI18n()
  const client = useQueryClient()
  return () =>
    Promise.all([passkeysQuery(locale), securityEventsQuery(locale)].map(({ queryKey }) => client.invalidateQueries({ queryKey })))
}

/** The suggested name of a new passkey: browser and system of this device. */
function useDeviceName(): string {
  const { locale } = useI18n()
  const { data } = useQuery(devicesQuery(locale))
  const device = data?.data.find(({ isCurrent }) => isCurrent)
  return [device?.browser, device?.system].filter(Boolean).join(', ')
}

interface PasskeyFormProps {
  user: User
  onDone: () => void
}

export function AddPasskeyForm({ user, onDone }: PasskeyFormProps) {
  const { t, locale } = useI18n()
  const refetchPasskeys = useRefetchPasskeys()
  const form = useSendForm({
    schema: v.object({ name: text(MAX_NAME_LENGTH), password: passwordRuleOf(user) }),
    values: { name: useDeviceName(), password: '' },
    labels: { name: t('account.passkeys.name'), password: t('account.password.current') },
    fieldOf: { invalid_password: 'password' },
    failureMessage: (failure) => addFailure(t, failure),
    send: async ({ name, password }) => {
      const { data } = await post(locale, '/user/passkeys/challenge', user.hasPassword ? { password } : {})
      const passkey = await createPasskey(data.options)
      await post(locale, '/user/passkeys', { challengeToken: data.challengeToken, passkey, name })
      return name
    },
    onSent: async (name) => {
      passkeyOffer.end()
      await refetchPasskeys()
      toast.good(t('account.passkeys.added', { name }))
      onDone()
    },
  })
  return (
    <SendForm form={form} submit={t('account.passkeys.create')} submitClass="w-full">
      <p className="text-pretty text-muted">{t('account.passkeys.addText')}</p>
      <FormText name="name" hint={t('account.passkeys.nameHint')} autoComplete="off" maxLength={MAX_NAME_LENGTH} />
      {user.hasPassword && <FormPassword name="password" autoComplete="current-password" hint={t('account.email.passwordHint')} />}
      <SignInAgain failure={form.failure} />
    </SendForm>
  )
}

export function RemovePasskeyForm({ user, passkey, onDone }: PasskeyFormProps & { passkey: Passkey }) {
  const { t, locale } = useI18n()
  const refetchPasskeys = useRefetchPasskeys()
  const form = useSendForm({
    schema: v.object({ password: passwordRuleOf(user) }),
    values: { password: '' },
    labels: { password: t('account.password.current') },
    fieldOf: { invalid_password: 'password' },
    send: (proof) => call({ method: 'POST', path: `/user/passkeys/${passkey.id}/remove`, locale, body: user.hasPassword ? proof : {} }),
    onSent: async () => {
      await refetchPasskeys()
      toast.good(t('account.passkeys.removed', { name: passkey.name }))
      onDone()
    },
  })
  return (
    <SendForm form={form} submit={t('account.passkeys.remove')} submitClass="w-full">
      <p className="text-pretty text-muted">{t('account.passkeys.removeText')}</p>
      {user.hasPassword && <FormPassword name="password" autoComplete="current-password" hint={t('account.email.passwordHint')} />}
      <SignInAgain failure={form.failure} />
    </SendForm>
  )
}
