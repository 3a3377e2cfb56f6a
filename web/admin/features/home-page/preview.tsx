import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { SendFormState } from '~shared/features/forms/use-send-form'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import { timeOfDay } from '~shared/i18n/dates'
import { inLocale, LANGUAGE_NAMES, LOCALES } from '~shared/i18n/locale'
import { paths, query } from '~shared/lib/paths'
import { Button, buttonClass } from '~shared/ui/button'
import { FieldGroup } from '~admin/ui/forms'
import { TextField } from '~shared/ui/fields'
import { toast } from '~shared/ui/toast-store'
import { previewHome } from './api'
import { isTime, MAX_TIME } from './schedule'
import { isSamePage, type SectionValues } from './values'

interface Shown {
  token: string
  expiresAt: string
  /** The sections of the preview, to notice later edits. */
  sections: SectionValues[]
  at: string
}

/** Makes previews. The typed time is Baku time, or empty for now. `onRefused` returns whether it has shown the error. */
export function usePreview(checkedSections: () => Promise<SectionValues[] | undefined>, onRefused: (error: unknown) => boolean) {
  const { t, locale } = useI18n()
  const [at, setAt] = useState('')
  const [shown, setShown] = useState<Shown>()
  const [isBusy, setBusy] = useState(false)
  const isValid = at === '' || isTime(at)
  const make = async () => {
    if (!isValid) return
    const sections = await checkedSections()
    if (!sections) return
    setBusy(true)
    try {
      const { data } = await previewHome(locale, sections, at)
      setShown({ ...data, sections, at })
    } catch (error) {
      if (!onRefused(error)) toast.bad(failureText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return { at, setAt, isValid, shown, isBusy, make: () => void make() }
}

/** Checks the values of a form for a preview, and shows errors beside the fields. `failureCount` grows with each refusal. */
export function useFormPreview({ form, showFieldErrors }: SendFormState) {
  const [failureCount, setFailureCount] = useState(0)
  const refuse = () => setFailureCount((count) => count + 1)
  const preview = usePreview(
    async () => {
      if (await form.trigger()) return structuredClone(form.getValues('sections') as SectionValues[])
      refuse()
    },
    (error) => {
      const isShown = showFieldErrors(error)
      if (isShown) refuse()
      return isShown
    },
  )
  return { preview, failureCount }
}

interface Props {
  preview: ReturnType<typeof usePreview>
  /** The sections as they are now. */
  sections: SectionValues[]
}

export function Preview({ preview: { at, setAt, isValid, shown, isBusy, make }, sections }: Props) {
  const { t } = useI18n()
  const isOutdated = shown !== undefined && (shown.at !== at || !isSamePage(shown.sections, sections))
  return (
    <FieldGroup title={t('adminHome.preview.title')} text={t('adminHome.preview.text')}>
      <div className="flex flex-wrap items-end gap-4">
        <TextField
          type="datetime-local"
          label={t('adminHome.preview.at')}
          max={MAX_TIME}
          hint={t('adminHome.preview.atHint')}
          error={isValid ? undefined : t('errors.fields.out_of_range')}
          value={at}
          onChange={({ target }) => setAt(target.value)}
        />
        <Button look="secondary" size="lg" className="mb-6.5" busy={isBusy} disabled={isBusy} onClick={make}>
          {t('adminHome.preview.make')}
        </Button>
      </div>
      <div role="status" className="grid grid-cols-1 gap-3 empty:hidden">
        {shown && <p>{t('adminHome.preview.ready', { time: timeOfDay(shown.expiresAt) })}</p>}
        {isOutdated && <p className="rounded-lg bg-warn-soft px-4 py-3">{t('adminHome.preview.outdated')}</p>}
        {shown && (
          <ul className="flex flex-wrap gap-2">
            {LOCALES.map((language) => (
              <li key={language}>
                <a
                  // The gateway redirects from an origin of the back office to the shop's.
                  href={inLocale(language, paths.home()) + query({ preview: shown.token })}
                  target="_blank"
                  rel="noopener"
                  aria-label={t('adminHome.preview.openIn', { language: LANGUAGE_NAMES[language] })}
                  className={buttonClass('secondary')}
                >
                  <ExternalLink aria-hidden className="size-4.5" />
                  {LANGUAGE_NAMES[language]}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </FieldGroup>
  )
}
