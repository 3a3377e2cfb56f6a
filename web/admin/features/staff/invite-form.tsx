import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useCopy } from '~admin/lib/copy'
import { FormSelect, FormText } from '~shared/features/forms/fields'
import { errorCode } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { allStoresQuery } from '../campaigns/api'
import { inviteStaff, useRefreshStaff } from './api'
import { grantOf, isStoreRole, ROLES } from './roles'

const schema = v.pipe(
  v.object({
    phoneNumber: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('required'))),
    role: v.picklist(ROLES, errorCode('required')),
    store: v.string(),
  }),
  v.forward(
    v.check(({ role, store }) => store !== '' || !isStoreRole(role), errorCode('required')),
    ['store'],
  ),
)

/** The server returns the invitation link only once, so it is shown until the form is closed. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshStaff()
  const [link, setLink] = useState<string | null>(null)
  const sendForm = useSendForm({
    schema,
    values: { phoneNumber: '', role: 'support', store: '' },
    labels: { phoneNumber: t('adminSite.staff.phone'), role: t('adminSite.staff.role'), store: t('adminSite.staff.store') },
    send: ({ phoneNumber, role, store }) => inviteStaff(locale, { phoneNumber, role: grantOf(role, store) }),
    onSent: async ({ data }) => {
      setLink(data.url)
      await refresh()
    },
  })
  const { data: stores } = useQuery(allStoresQuery(locale))
  const { setFocus, watch } = sendForm.form
  useEffect(() => setFocus('phoneNumber'), [setFocus])
  if (link) return <InvitationLink link={link} onClose={onClose} />
  return (
    <SendForm
      form={sendForm}
      submit={t('adminSite.staff.invite')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('adminSite.cancel')}
        </Button>
      }
    >
      <FormText name="phoneNumber" inputMode="tel" autoComplete="off" placeholder="050 123 45 67" />
      <FormSelect name="role" choices={ROLES.map((value) => ({ value, label: t(`adminSite.staff.roles.${value}`) }))} />
      {isStoreRole(String(watch('role'))) && (
        <FormSelect
          name="store"
          placeholder={t('adminSite.staff.chooseStore')}
          choices={(stores?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
    </SendForm>
  )
}

function InvitationLink({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useI18n()
  const copy = useCopy()
  return (
    <div role="status" className="grid gap-3">
      <p className="font-semibold">{t('adminSite.staff.linkTitle')}</p>
      <p className="text-muted">{t('adminSite.staff.linkText')}</p>
      <p className="rounded-lg bg-sunken px-4 py-3 wrap-anywhere select-all">{link}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy(link)}>
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
