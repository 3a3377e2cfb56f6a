// The form of a redirect. An address is a path of the shop without language prefix.
import { useEffect } from 'react'
import * as v from 'valibot'
import type { SeoRedirect } from '~shared/api/types'
import { FormRadios, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { saveRedirect, useRefreshRedirects } from './api'
import { errorCode } from '~shared/features/forms/rules'

// The server's validation rules, with its error codes as messages.

const MAX_LENGTH = 300
const PATH = /^\/(?!\/)[^?#\\]*$/
const IN_A_LANGUAGE = /^\/(az|ru|en)(\/|$)/

const path = () =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, errorCode('required')),
    v.maxLength(MAX_LENGTH, errorCode('too_long')),
    v.check((typed) => typed === '' || PATH.test(typed), errorCode('not_a_path')),
    v.check((typed) => !IN_A_LANGUAGE.test(typed), errorCode('language_in_path')),
  )

/** HTTP statuses: moved permanently, moved temporarily, and gone. */
const STATUSES = ['301', '302', '410'] as const

const Schema = v.variant('status', [
  v.object({ from: path(), status: v.picklist(['301', '302']), to: path() }),
  v.object({
    from: path(),
    status: v.literal('410'),
    // The status 410 (gone) has no target, so a text that was typed before is removed.
    to: v.pipe(
      v.string(),
      v.transform(() => ''),
    ),
  }),
])

type Values = v.InferInput<typeof Schema>

const EMPTY: Values = { from: '', status: '301', to: '' }

export const valuesOf = ({ from, to, status }: SeoRedirect): Values => ({
  from,
  to,
  status: STATUSES.find((candidate) => Number(candidate) === status) ?? '301',
})

const redirectOf = ({ from, to, status }: v.InferOutput<typeof Schema>): SeoRedirect => ({ from, to, status: Number(status) })

interface Props {
  redirect?: SeoRedirect
  onClose: () => void
}

export function RedirectForm({ redirect, onClose }: Props) {
  const { t, locale } = useI18n()
  const refresh = useRefreshRedirects()
  const sendForm = useSendForm({
    schema: Schema,
    values: redirect ? valuesOf(redirect) : EMPTY,
    labels: { from: t('adminSite.redirects.from'), status: t('adminSite.redirects.status'), to: t('adminSite.redirects.to') },
    send: (typed) => saveRedirect(locale, redirectOf(typed)),
    onSent: async ({ data: { from, to } }) => {
      // If the typed target is redirected itself, the server saves where that leads.
      toast.good(to ? t('adminSite.redirects.leads', { from, to }) : t('adminSite.redirects.isGone', { from }))
      onClose()
      await refresh()
    },
  })
  const { setFocus, watch } = sendForm.form
  const { status } = watch() as Values
  const first = redirect ? 'to' : 'from'
  useEffect(() => setFocus(first), [setFocus, first])

  return (
    <SendForm
      form={sendForm}
      submit={t('adminSite.save')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('adminSite.cancel')}
        </Button>
      }
    >
      {!redirect && <FormText name="from" placeholder="/kohne-unvan" hint={t('adminSite.redirects.fromHint')} autoComplete="off" />}
      <FormRadios name="status" choices={STATUSES.map((value) => ({ value, label: t(`adminSite.redirects.kind.${value}`) }))} />
      {status !== '410' && <FormText name="to" placeholder="/yeni-unvan" autoComplete="off" />}
    </SendForm>
  )
}
