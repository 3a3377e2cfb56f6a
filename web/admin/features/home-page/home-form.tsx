// The form of the home page, with its preview and its versions.
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStaffName } from '~admin/features/staff/use-staff-name'
import { ConfirmButton } from '~admin/ui/confirm-button'
import { FieldGroup, ignoreEnter, useDraftForm } from '~admin/ui/forms'
import { ApiFailure, failureText } from '~shared/api/failure'
import type { HomeVersion } from '~shared/api/types'
import { SendForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { publishHome, useRefreshHome } from './api'
import { labelsOfSections } from './labels'
import { Preview, useFormPreview } from './preview'
import { Schema } from './rules'
import { SectionList } from './section-list'
import { isSamePage, sectionsOf, toFormField, type Values, valuesOf } from './values'
import { Versions } from './versions'

interface Props {
  newest: HomeVersion
}

/** The draft is kept for the tab together with the version on which it is based. */
export function HomeForm({ newest }: Props) {
  const { t, locale } = useI18n()
  const refresh = useRefreshHome()
  const [published, setPublished] = useState(newest)
  const current = published.version > newest.version ? published : newest
  const saved = useMemo(() => valuesOf(current), [current])
  /** The values that the user has begun with. */
  const base = useRef(saved)
  const sendForm = useDraftForm<Values, Values, Awaited<ReturnType<typeof publishHome>>>({
    draftName: 'home page',
    schema: Schema,
    values: saved,
    isChanged: ({ sections }) => !isSamePage(sections, saved.sections),
    labels: { sections: t('adminHome.sections'), fromVersion: t('adminHome.label.fromVersion') },
    labelsOf: ({ sections }) => labelsOfSections(t, locale, sections),
    toFormField,
    failureMessage: (failure) => failureOf(failure),
    send: (typed) =>
      publishHome(locale, typed).catch(async (error: unknown) => {
        // Another operator may have published a version. It is loaded, so that this operator sees it before replacing it.
        await refresh()
        throw error
      }),
    valuesAfterSave: ({ data }) => {
      base.current = valuesOf(data)
      return base.current
    },
    onSaved: ({ data }) => {
      setPublished(data)
      toast.good(t('adminHome.published', { version: data.version }))
      return refresh()
    },
  })
  /** The general text of the refusal is about texts, and names no buttons. */
  const failureOf = (failure: unknown) => {
    if (!(failure instanceof ApiFailure) || failure.code !== 'content_changed') return failureText(t, failure)
    return isBehind
      ? t('adminHome.conflict', { goOn: t('adminHome.goOn'), take: t('adminHome.takePublished') })
      : t('adminHome.conflictSeen')
  }
  const { preview, failureCount } = useFormPreview(sendForm)
  const { watch, getValues, setValue } = sendForm.form
  const takeSaved = () => {
    base.current = saved
    sendForm.replaceBy(saved)
  }
  // A form without changes follows the published page. Otherwise it would offer the old page as changes.
  useLayoutEffect(() => {
    const typed = getValues() as Values
    if (typed.fromVersion >= saved.fromVersion) return
    if ([base.current, saved].some((values) => isSamePage(typed.sections, values.sections))) takeSaved()
    // oxlint-disable-next-line react/exhaustive-deps -- only a newer version replaces the values
  }, [saved])
  const { sections, fromVersion } = watch() as Values
  const isChanged = !isSamePage(sections, saved.sections)
  const isBehind = fromVersion < current.version && isChanged

  const setSections = (replacement: Values['sections']) => setValue('sections', replacement, { shouldDirty: true })
  /** "Undo" restores the sections that were in the form before. */
  const replaceSectionsBy = (version: HomeVersion, name: string) => {
    const before = structuredClone((getValues() as Values).sections)
    setSections(sectionsOf(version))
    toast.plain(t('adminHome.versions.taken', { name }), { label: t('common.undo'), run: () => setSections(before) })
  }

  return (
    <>
      {isBehind && (
        <Behind
          newest={current}
          onGoOn={() => {
            base.current = saved
            setValue('fromVersion', current.version, { shouldDirty: true })
          }}
          onTake={takeSaved}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only stops a key of the inputs within */}
      <div onKeyDown={ignoreEnter}>
        <SendForm
          form={sendForm}
          submit={t('adminHome.publish')}
          beside={
            isChanged && (
              <>
                <ConfirmButton
                  label={t('adminHome.discard')}
                  confirm={t('adminHome.discardNow')}
                  isBusy={false}
                  onConfirm={() => {
                    takeSaved()
                    toast.plain(t('adminHome.discarded'))
                  }}
                />
                <p className="text-muted">{t('adminHome.changed')}</p>
              </>
            )
          }
        >
          <FieldGroup title={t('adminHome.sections')} text={t('adminHome.sectionsText')}>
            <SectionList failureCount={sendForm.failureCount + failureCount} />
          </FieldGroup>
        </SendForm>
      </div>
      <Preview preview={preview} sections={sections} />
      <Versions newest={current.version} onTake={replaceSectionsBy} />
    </>
  )
}

interface BehindProps {
  newest: HomeVersion
  onGoOn: () => void
  onTake: () => void
}

/** Another operator has published a version since this draft was begun. */
function Behind({ newest: { version, publishedBy }, onGoOn, onTake }: BehindProps) {
  const { t } = useI18n()
  const staffName = useStaffName()
  return (
    <div role="status" className="grid justify-items-start gap-3 rounded-lg bg-warn-soft p-4">
      <p className="text-pretty">
        {publishedBy === undefined
          ? t('adminHome.behind', { version })
          : t('adminHome.behindBy', { version, name: staffName(publishedBy) })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={onGoOn}>
          {t('adminHome.goOn')}
        </Button>
        <Button look="secondary" onClick={onTake}>
          {t('adminHome.takePublished')}
        </Button>
      </div>
    </div>
  )
}
