import { Link2, Package, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import * as v from 'valibot'
import { adminPaths } from '~admin/paths'
import { IfMay } from '~admin/session/access'
import type { TicketLetter } from '~shared/api/types'
import { FormText } from '~shared/features/forms/fields'
import { errorCode } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { Button, IconButton } from '~shared/ui/button'
import { linkTicket, useRefreshTickets, useUnlinkTicket } from './api'

const schema = v.object({ orderCode: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('required'))) })

export function LinkedOrder({ ticket: { code, orderCode } }: { ticket: TicketLetter }) {
  const { t } = useI18n()
  const [isLinking, setLinking] = useState(false)
  const { mutate: unlink, isPending } = useUnlinkTicket(code)
  if (orderCode)
    return (
      <p className="flex items-center gap-1">
        <Link
          to={adminPaths.order(orderCode)}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent-text tabular-nums hover:underline"
        >
          <Package aria-hidden className="size-4.5" />
          {t('adminSite.tickets.order', { code: orderCode })}
        </Link>
        <IfMay permission="tickets_write">
          <IconButton label={t('adminSite.tickets.unlink', { code: orderCode })} disabled={isPending} onClick={() => unlink()}>
            <X aria-hidden className="size-4.5 text-muted" />
          </IconButton>
        </IfMay>
      </p>
    )
  if (isLinking) return <LinkForm code={code} onClose={() => setLinking(false)} />
  return (
    <IfMay permission="tickets_write">
      <Button look="quiet" className="-ml-4.5 justify-self-start" onClick={() => setLinking(true)}>
        <Link2 aria-hidden className="size-4.5" />
        {t('adminSite.tickets.link')}
      </Button>
    </IfMay>
  )
}

function LinkForm({ code, onClose }: { code: string; onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshTickets()
  const sendForm = useSendForm({
    schema,
    values: { orderCode: '' },
    labels: { orderCode: t('adminSite.tickets.orderCode') },
    send: ({ orderCode }) => linkTicket(locale, code, orderCode),
    onSent: async () => {
      await refresh()
      onClose()
    },
  })
  const { setFocus } = sendForm.form
  useEffect(() => setFocus('orderCode'), [setFocus])
  return (
    <SendForm
      form={sendForm}
      submit={t('adminSite.tickets.link')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('adminSite.cancel')}
        </Button>
      }
    >
      <FormText name="orderCode" placeholder="SQ-7K4M-29" autoComplete="off" />
    </SendForm>
  )
}
