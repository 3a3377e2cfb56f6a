// The page of site settings: contacts of the shop, and links to chats, social networks and apps.
import { useQueryClient } from '@tanstack/react-query'
import { toFormField, saveSite, siteQuery, useRefreshContact } from '~admin/features/settings/api'
import { AdminPage } from '~admin/ui/admin-page'
import { SettingsLinks } from '~admin/ui/area-links'
import { FieldGroup, useFreshQuery, useDraftForm } from '~admin/ui/forms'
import type { SiteSettings } from '~shared/api/types'
import { FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { toast } from '~shared/ui/toast-store'
import { Schema, settingsOf, valuesOf } from '../features/settings/site'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage needs="content_read" title={t('adminSite.site.title')} text={t('adminSite.site.text')}>
      <SettingsLinks />
      <Editor />
    </AdminPage>
  )
}

function Editor() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useFreshQuery(siteQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data ? <SiteForm saved={data.data} /> : <ListSkeleton />
}

const LINKS = {
  chat: ['chat_whatsappUrl', 'chat_telegramUrl'],
  social: ['social_instagram', 'social_facebook', 'social_tiktok', 'social_youtube'],
  app: ['app_androidUrl', 'app_iosUrl'],
} as const

/** Typed text is kept until it is saved or the tab is closed. */
function SiteForm({ saved }: { saved: SiteSettings }) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const refreshContact = useRefreshContact()
  const sendForm = useDraftForm({
    draftName: 'settings',
    schema: Schema,
    values: valuesOf(saved),
    labels: {
      contact_email: t('adminSite.site.email'),
      contact_phoneNumber: t('adminSite.site.phone'),
      contact_whatsapp: t('adminSite.site.whatsapp'),
      chat_whatsappUrl: 'WhatsApp',
      chat_telegramUrl: 'Telegram',
      social_instagram: 'Instagram',
      social_facebook: 'Facebook',
      social_tiktok: 'TikTok',
      social_youtube: 'YouTube',
      app_androidUrl: 'Google Play',
      app_iosUrl: 'App Store',
    },
    toFormField,
    send: (typed) => saveSite(locale, settingsOf(typed)),
    valuesAfterSave: ({ data }) => valuesOf(data),
    onSaved: ({ data }) => {
      toast.good(t('adminSite.saved'))
      // The response is cached, because the browser's HTTP cache would answer a refetch with the old data.
      client.setQueryData(siteQuery(locale).queryKey, { data })
      return refreshContact()
    },
  })
  return (
    <SendForm form={sendForm} submit={t('adminSite.save')} className="gap-8!">
      <FieldGroup title={t('adminSite.site.contact')}>
        <FormText name="contact_email" type="email" inputMode="email" autoCapitalize="none" spellCheck={false} autoComplete="off" />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText name="contact_phoneNumber" type="tel" inputMode="tel" autoComplete="off" />
          <FormText name="contact_whatsapp" type="tel" inputMode="tel" autoComplete="off" />
        </div>
      </FieldGroup>
      {(['chat', 'social', 'app'] as const).map((group) => (
        <FieldGroup key={group} title={t(`adminSite.site.links.${group}`)} text={t('adminSite.site.linksText')}>
          <div className="grid gap-5 sm:grid-cols-2">
            {LINKS[group].map((name) => (
              <FormText key={name} name={name} optional type="url" inputMode="url" placeholder="https://" autoComplete="off" />
            ))}
          </div>
        </FieldGroup>
      ))}
    </SendForm>
  )
}
