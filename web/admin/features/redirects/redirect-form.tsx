import { useEffect } from 'react'
import type { SeoRedirect } from '~shared/api/types'
import { FormRadios, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { save, useRefreshRedirects } from './mutations'
import { EMPTY, redirectOf, Schema, STATUSES, type Values, valuesOf } from './rules'

interface Props {
  /** The one that is changed; a new one without. */
  redirect?: SeoRedirect
  onClose: () => void
}

export function RedirectForm({ redirect, onClose }: Props) {
  const { t, locale } = useI18n()
  const refresh = useRefreshRedirects()
  const form = useSendForm({
    schema: Schema,
    values: redirect ? valuesOf(redirect) : EMPTY,
    labels: { from: t('office.redirects.from'), status: t('office.redirects.status'), to: t('office.redirects.to') },
    send: (typed) => save(locale, redirectOf(typed)),
    onSent: async ({ data: { from, to } }) => {
      // Where it leads in the end is the server's to say: a chain is cut short.
      toast.good(to ? t('office.redirects.leads', { from, to }) : t('office.redirects.isGone', { from }))
      onClose()
      await refresh()
    },
  })
  const { setFocus, watch } = form.form
  const { status } = watch() as Values
  const first = redirect ? 'to' : 'from'
  useEffect(() => setFocus(first), [setFocus, first])

  return (
    <SendForm
      form={form}
      submit={t('office.save')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('office.cancel')}
        </Button>
      }
    >
      {!redirect && <FormText name="from" placeholder="/kohne-unvan" hint={t('office.redirects.fromHint')} autoComplete="off" />}
      <FormRadios name="status" choices={STATUSES.map((value) => ({ value, label: t(`office.redirects.kind.${value}`) }))} />
      {status !== '410' && <FormText name="to" placeholder="/yeni-unvan" autoComplete="off" />}
    </SendForm>
  )
}
