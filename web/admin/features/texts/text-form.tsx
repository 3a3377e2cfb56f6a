import type { ContentVersion } from '~shared/api/types'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useKeptForm } from '~admin/ui/use-kept-form'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { type Draft, draftOf, Schema } from './draft'
import { publish, useRefreshTexts, usePreview } from './mutations'
import { Preview } from './preview'
import { Versions } from './versions'

interface Props {
  newest: ContentVersion
  language: Locale
}

/** A text on its way to be published; what is typed is kept for the tab, with what it was made from. */
export function TextForm({ newest, language }: Props) {
  const { t, locale } = useI18n()
  const { page, version } = newest
  const place = { page, language }
  const refresh = useRefreshTexts(place)
  const form = useKeptForm({
    about: `text ${page} ${language}`,
    schema: Schema,
    values: draftOf(newest),
    labels: {
      title: t('office.texts.label.title'),
      markdown: t('office.texts.label.markdown'),
      fromVersion: t('office.texts.versions'),
    },
    send: (typed) =>
      publish(locale, place, typed).catch(async (error: unknown) => {
        // Somebody may have published meanwhile: theirs is to be read then.
        await refresh()
        throw error
      }),
    valuesOf: ({ data }) => draftOf(data),
    onSaved: ({ data }) => {
      toast.good(t('office.texts.published', { version: data.version }))
      return refresh()
    },
  })
  const preview = usePreview(place, form)
  const { fromVersion } = form.form.watch() as Draft

  const write = ({ title, markdown, fromVersion }: Draft) => {
    form.form.setValue('title', title)
    form.form.setValue('markdown', markdown)
    form.form.setValue('fromVersion', fromVersion)
  }
  /** What was typed comes back by “undo”. */
  const take = (taken: ContentVersion) => {
    const before = form.form.getValues() as Draft
    write({ ...draftOf(taken), fromVersion: version })
    form.form.setFocus('markdown')
    toast.plain(t('office.texts.taken', { version: taken.version }), { label: t('common.undo'), run: () => write(before) })
  }

  return (
    <>
      {fromVersion < version && (
        <div role="status" className="grid justify-items-start gap-3 rounded-lg bg-warn-soft p-4">
          <p className="text-pretty">{t('office.texts.behind', { version })}</p>
          <Button look="secondary" onClick={() => form.form.setValue('fromVersion', version)}>
            {t('office.texts.goOn')}
          </Button>
        </div>
      )}
      <div className="rounded-xl border border-line bg-surface p-5 sm:p-7">
        <SendForm
          form={form}
          submit={t('office.texts.publish')}
          beside={
            <Button look="secondary" size="lg" busy={preview.isPending} disabled={preview.isPending} onClick={preview.look}>
              {t('office.texts.look')}
            </Button>
          }
        >
          <FormText name="title" lang={language} autoComplete="off" />
          <FormArea name="markdown" lang={language} rows={16} hint={t('office.texts.hint')} />
        </SendForm>
      </div>
      {preview.shown && <Preview shown={preview.shown} language={language} />}
      <Versions place={place} newest={version} onTake={take} />
    </>
  )
}
