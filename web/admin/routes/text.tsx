// The page that edits a text page of the shop, such as the FAQ, in one language. Each publication is a version.
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { type Draft, draftOf, publishText, Schema, TEXTS, usePreview, useRefreshTexts, versionsQuery } from '~admin/features/texts/api'
import { adminPaths } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import { useFreshQuery, useDraftForm } from '~admin/ui/forms'
import type { ContentPage, ContentVersion } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { TEXT_PAGES } from '~shared/features/content/pages'
import { Text } from '~shared/features/content/text'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useI18n, useT } from '~shared/i18n/context'
import { FALLBACK, inLocale, LANGUAGE_NAMES, type Locale, LOCALES } from '~shared/i18n/locale'
import { Button, buttonClass, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { FilterLinks } from '~shared/ui/filter-links'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { toast } from '~shared/ui/toast-store'
import { Versions } from '../features/texts/versions'

export function Component() {
  const { t } = useI18n()
  const params = useParams()
  const [search] = useSearchParams()
  const page = TEXTS.find((text) => text === params.page)
  const language = LOCALES.find((locale) => locale === search.get('dil')) ?? FALLBACK
  const backLink = (
    <ButtonLink to={adminPaths.texts()} look="secondary">
      {t('adminSite.texts.back')}
    </ButtonLink>
  )
  if (!page)
    return (
      <AdminPage needs="content_read" title={t('adminSite.texts.title')} text={t('adminSite.texts.text')}>
        <EmptyState picture={emptySearch} title={t('adminSite.texts.none')} text={t('adminSite.texts.noneText')}>
          {backLink}
        </EmptyState>
      </AdminPage>
    )
  const languages = LOCALES.map((locale) => ({
    to: adminPaths.text(page, locale),
    label: LANGUAGE_NAMES[locale],
    isCurrent: locale === language,
  }))
  return (
    <AdminPage
      needs="content_read"
      title={t(`adminSite.texts.name.${page}`)}
      text={t('adminSite.texts.editText')}
      action={
        <div className="flex flex-wrap gap-2">
          {backLink}
          <PublicPage page={page} language={language} />
        </div>
      }
    >
      <FilterLinks label={t('adminSite.languages')} choices={languages} />
      <Editor key={`${page} ${language}`} page={page} language={language} />
    </AdminPage>
  )
}

function PublicPage({ page, language }: { page: string; language: Locale }) {
  const { t } = useI18n()
  const path = TEXT_PAGES.find((candidate) => candidate.page === page)?.path
  if (!path) return null
  return (
    <a href={inLocale(language, path)} target="_blank" rel="noopener" className={buttonClass('secondary')}>
      <ExternalLink aria-hidden className="size-4.5" />
      {t('adminSite.texts.see')}
    </a>
  )
}

function Editor({ page, language }: { page: string; language: Locale }) {
  const { locale } = useI18n()
  const { data, isError, refetch } = useFreshQuery(versionsQuery(locale, page, language, 1))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  const newest = data?.data[0]
  return newest ? <TextForm newest={newest} language={language} /> : <ListSkeleton />
}

interface Props {
  newest: ContentVersion
  language: Locale
}

/** The typed text is kept for the tab together with the version on which it is based. */
function TextForm({ newest, language }: Props) {
  const { t, locale } = useI18n()
  const { page, version } = newest
  const textKey = { page, language }
  const refresh = useRefreshTexts(textKey)
  const sendForm = useDraftForm({
    draftName: `text ${page} ${language}`,
    schema: Schema,
    values: draftOf(newest),
    labels: {
      title: t('adminSite.texts.label.title'),
      markdown: t('adminSite.texts.label.markdown'),
      fromVersion: t('adminSite.texts.versions'),
    },
    send: (typed) =>
      publishText(locale, textKey, typed).catch(async (error: unknown) => {
        // Another operator may have published a version. It is loaded, so that this operator reads it before replacing it.
        await refresh()
        throw error
      }),
    valuesAfterSave: ({ data }) => draftOf(data),
    onSaved: ({ data }) => {
      toast.good(t('adminSite.texts.published', { version: data.version }))
      return refresh()
    },
  })
  const preview = usePreview(textKey, sendForm)
  const { watch, getValues, setValue, setFocus } = sendForm.form
  const { fromVersion } = watch() as Draft

  const setDraft = (draft: Draft) => {
    setValue('title', draft.title)
    setValue('markdown', draft.markdown)
    setValue('fromVersion', draft.fromVersion)
  }
  /** Copies an earlier version to the form. "Undo" restores the typed text. */
  const replaceDraft = (taken: ContentVersion) => {
    const before = getValues() as Draft
    setDraft({ ...draftOf(taken), fromVersion: version })
    setFocus('markdown')
    toast.plain(t('adminSite.texts.taken', { version: taken.version }), { label: t('common.undo'), run: () => setDraft(before) })
  }

  return (
    <>
      {fromVersion < version && (
        <div role="status" className="grid justify-items-start gap-3 rounded-lg bg-warn-soft p-4">
          <p className="text-pretty">{t('adminSite.texts.behind', { version })}</p>
          <Button look="secondary" onClick={() => setValue('fromVersion', version)}>
            {t('adminSite.texts.goOn')}
          </Button>
        </div>
      )}
      <div className="rounded-xl border border-line bg-surface p-5 sm:p-7">
        <SendForm
          form={sendForm}
          submit={t('adminSite.texts.publish')}
          beside={
            <Button look="secondary" size="lg" busy={preview.isPending} disabled={preview.isPending} onClick={preview.show}>
              {t('adminSite.texts.look')}
            </Button>
          }
        >
          <FormText name="title" lang={language} autoComplete="off" />
          <FormArea name="markdown" lang={language} rows={16} hint={t('adminSite.texts.hint')} />
        </SendForm>
      </div>
      {preview.rendered && <Preview shown={preview.rendered} language={language} />}
      <Versions textKey={textKey} newest={version} onTake={replaceDraft} />
    </>
  )
}

/** The heading takes the focus for each new preview. */
function Preview({ shown, language }: { shown: ContentPage; language: Locale }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [shown])
  return (
    <section aria-labelledby="preview" className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 id="preview" ref={heading} tabIndex={-1} className="text-sm text-muted outline-none">
        {t('adminSite.texts.preview')}
      </h2>
      <div lang={language} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p className="text-3xl font-bold text-balance">{shown.title}</p>
        <Text html={shown.html} />
      </div>
    </section>
  )
}
