// The inputs of a section of the home page, by its kind.
import { LanguageFields } from '~admin/ui/language-fields'
import { FormCheck, FormText } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useT } from '~shared/i18n/context'
import { hasBanner, hasTiles, hasTitle, MAX_LENGTH } from './kinds'
import { LinkField } from './link-field'
import { PictureChoice } from './picture-choice'
import { MAX_TIME } from './schedule'
import { ShelfFields } from './shelf-fields'
import { TilesEditor } from './tiles-editor'
import { ToneField } from './tone-field'
import type { SectionValues } from './values'

interface Props {
  path: string
  section: SectionValues
}

export function SectionFields({ path, section: { kind, isScheduled } }: Props) {
  const t = useT()
  return (
    <>
      <p className="text-sm text-muted text-pretty">{t(`adminHome.about.${kind}`)}</p>
      {hasTitle(kind) && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <LanguageFields name={`${path}.title`} label={t('adminHome.label.title')} maxLength={MAX_LENGTH.title} />
        </div>
      )}
      {hasBanner(kind) && <BannerFields path={path} kind={kind} />}
      {kind === 'shelf' && <ShelfFields path={path} />}
      {hasTiles(kind) && <TilesEditor path={path} kind={kind} />}
      <ScheduleFields path={path} isScheduled={isScheduled} />
    </>
  )
}

function BannerFields({ path, kind }: { path: string; kind: 'hero' | 'banner' }) {
  const t = useT()
  const isHero = kind === 'hero'
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <LanguageFields name={`${path}.text`} label={t('adminHome.label.text')} maxLength={MAX_LENGTH.text} isArea />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <LanguageFields name={`${path}.action`} label={t('adminHome.label.action')} maxLength={MAX_LENGTH.action} optional={isHero} />
      </div>
      {isHero && <p className="text-sm text-muted text-pretty">{t('adminHome.heroAction')}</p>}
      <LinkField name={`${path}.link`} optional={isHero} />
      <PictureChoice name={`${path}.picture`} none={t(isHero ? 'adminHome.picture.default' : 'adminHome.picture.none')} />
      <ToneField name={`${path}.tone`} withGradient={isHero} />
    </>
  )
}

function ScheduleFields({ path, isScheduled }: { path: string; isScheduled: boolean }) {
  const t = useT()
  const { form } = useParentForm()
  const isYearly = Boolean(form.watch(`${path}.isYearly`))
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-line pt-3">
      <FormCheck name={`${path}.isScheduled`}>{t('adminHome.schedule.isOn')}</FormCheck>
      {isScheduled && (
        <>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <FormText
              name={`${path}.from`}
              label={t('adminHome.label.from')}
              type="datetime-local"
              max={MAX_TIME}
              optional={!isYearly}
              hint={t('adminHome.schedule.hint')}
            />
            <FormText name={`${path}.until`} label={t('adminHome.label.until')} type="datetime-local" max={MAX_TIME} optional={!isYearly} />
          </div>
          <div>
            <FormCheck name={`${path}.isYearly`}>{t('adminHome.label.everyYear')}</FormCheck>
            <p className="text-sm text-muted text-pretty">{t('adminHome.schedule.everyYearHint')}</p>
          </div>
        </>
      )}
    </div>
  )
}
