import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { FormSelect, FormText } from '~shared/features/forms/fields'
import { errorCode } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { invite, ROLES, useRefreshStaff } from './api'

const schema = v.object({
  phoneNumber: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('required'))),
  role: v.picklist(ROLES, errorCode('required')),
})

/** Invites a person to a role. The server returns the link once, so it stays on the page until the form is closed. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshStaff()
  const [link, setLink] = useState<string | null>(null)
  const form = useSendForm({
    schema,
    values: { phoneNumber: '', role: 'support' },
    labels: { phoneNumber: t('adminSite.staff.phone'), role: t('adminSite.staff.role') },
    send: (typed) => invite(locale, typed),
    onSent: async ({ data }) => {
      setLink(data.url)
      await refresh()
    },
  })
  const { setFocus } = form.form
  useEffect(() => setFocus('phoneNumber'), [setFocus])
  if (link) return <InvitationLink link={link} onClose={onClose} />
  return (
    <SendForm
      form={form}
      submit={t('adminSite.staff.invite')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('adminSite.cancel')}
        </Button>
      }
    >
      <FormText name="phoneNumber" inputMode="tel" autoComplete="off" placeholder="050 123 45 67" />
      <FormSelect name="role" choices={ROLES.map((value) => ({ value, label: t(`adminSite.staff.roles.${value}`) }))} />
    </SendForm>
  )
}

function InvitationLink({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useI18n()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast.good(t('adminSite.staff.copied'))
    } catch {
      // Without clipboard permission, the link is shown so that it can be copied by hand.
      toast.plain(link)
    }
  }
  return (
    <div role="status" className="grid gap-3">
      <p className="font-semibold">{t('adminSite.staff.linkTitle')}</p>
      <p className="text-muted">{t('adminSite.staff.linkText')}</p>
      <p className="rounded-lg bg-sunken px-4 py-3 wrap-anywhere select-all">{link}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden className="size-4.5" />
          {t('adminSite.staff.copy')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </div>
  )
}
