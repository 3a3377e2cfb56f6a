import { useDraftForm } from '~admin/ui/forms'
import { UploadOrAddress } from '~admin/ui/picture-field'
import type { SeoText } from '~shared/api/types'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useI18n, useT } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import { saveText, useRefreshSeo } from './api'
import { fillTemplate, hasSubject, isTemplate, Schema, type Values, valuesOf } from './rules'

interface Props {
  saved: SeoText
  language: Locale
}

/** Typed text is kept until it is saved or the tab is closed. */
export function SeoForm({ saved, language }: Props) {
  const { t, locale } = useI18n()
  const refresh = useRefreshSeo()
  const { page } = saved
  const sendForm = useDraftForm({
    draftName: `seo ${page} ${language}`,
    schema: Schema,
    values: valuesOf(saved),
    labels: {
      title: t('adminSite.seo.label.title'),
      description: t('adminSite.seo.label.description'),
      keywords: t('adminSite.seo.label.keywords'),
      heading: t('adminSite.seo.label.heading'),
      text: t('adminSite.seo.label.text'),
      ogImage: t('adminSite.seo.label.ogImage'),
    },
    send: (typed) => saveText(locale, { page, language, ...typed }),
    valuesAfterSave: ({ data }) => valuesOf(data),
    onSaved: () => {
      toast.good(t('adminSite.saved'))
      return refresh()
    },
  })
  const values = sendForm.form.watch() as Values
  return (
    <>
      <Snippet values={values} language={language} />
      <div className="rounded-xl border border-line bg-surface p-5 sm:p-7">
        <SendForm form={sendForm} submit={t('adminSite.save')}>
          <FormText name="title" lang={language} hint={t('adminSite.seo.hint.title')} autoComplete="off" />
          <FormArea name="description" lang={language} optional rows={2} />
          <FormText name="heading" lang={language} autoComplete="off" />
          <FormArea name="text" lang={language} optional />
          <FormArea name="keywords" lang={language} optional rows={2} />
          <UploadOrAddress name="ogImage" hint={t('adminSite.seo.hint.ogImage')} isWide />
        </SendForm>
      </div>
    </>
  )
}

/** Example subjects (what a page is about) for the preview. */
const SUBJECTS: Record<Locale, string> = { az: 'Qızılgül buketi', ru: 'Букет роз', en: 'Bouquet of roses' }

/** Previews the search result of a page, with and without a subject. */
function Snippet({ values: { title, description }, language }: { values: Values; language: Locale }) {
  const t = useT()
  if (!isTemplate(title) || !isTemplate(description)) return null
  const subjects = hasSubject(title + description) ? [SUBJECTS[language], undefined] : [undefined]
  return (
    <section aria-labelledby="snippet" className="grid gap-4 rounded-xl bg-sunken p-5 sm:p-6">
      <h2 id="snippet" className="text-sm text-muted">
        {t('adminSite.seo.snippet')}
      </h2>
      {subjects.map((subject) => (
        <div key={subject ?? ''} lang={language} className="grid gap-1 wrap-anywhere">
          <p className="text-lg font-semibold text-accent-text">{fillTemplate(title, subject)}</p>
          <p className="text-[0.9375rem] text-muted">{fillTemplate(description, subject)}</p>
        </div>
      ))}
    </section>
  )
}
