// The form that creates or edits a delivery zone.
import { useNavigate } from 'react-router'
import { adminPaths } from '~admin/paths'
import { FieldGroup, useDraftForm } from '~admin/ui/forms'
import { languageLabels } from '~admin/ui/language-fields'
import type { DeskZone } from '~shared/api/types'
import { FormSelect, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { createZone, saveZone, useRefreshZones } from './api'
import { PlacesPicker } from './places-picker'
import { EMPTY, Schema, toForm, toFormField, toNewForm, type Values, valuesOf } from './rules'
import { TitleFields } from './title-fields'
import { HOURS, WindowsEditor, windowLabels } from './windows-editor'

interface Props {
  zone: DeskZone | undefined
  zones: DeskZone[]
}

/** `current` are the values that are saved now. */
function useZoneForm(zone: DeskZone | undefined, current: Values) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const refresh = useRefreshZones()
  const save = (typed: Values) => (zone ? saveZone(locale, zone.id, toForm(typed)) : createZone(locale, toNewForm(typed)))
  return useDraftForm({
    draftName: `zone ${zone?.id ?? 'new'}`,
    schema: Schema,
    values: current,
    labels: {
      title: t('adminZones.label.title'),
      fee: t('adminZones.label.fee'),
      freeFrom: t('adminZones.label.freeFrom'),
      minimum: t('adminZones.label.minimum'),
      leadDays: t('adminZones.label.leadDays'),
      cutOff: t('adminZones.label.cutOff'),
      prepareHours: t('adminZones.label.prepareHours'),
      windows: t('adminZones.windows.title'),
      places: t('adminZones.places.title'),
      movePlaces: t('adminZones.places.move'),
      version: t('adminZones.version'),
    },
    labelsOf: ({ windows }) => ({ ...languageLabels('title', t('adminZones.label.title')), ...windowLabels(t, windows) }),
    toFormField,
    send: (typed) =>
      save(typed).catch(async (error: unknown) => {
        // After a refusal, the form needs the zones as they are saved now, and which zone has which place.
        await refresh()
        throw error
      }),
    isCreation: !zone,
    valuesAfterSave: ({ data }) => (zone ? valuesOf(data) : EMPTY),
    onSaved: async ({ data }) => {
      toast.good(t('adminZones.saved', { name: data.title[locale] }))
      await refresh()
      if (!zone) await navigate(adminPaths.zone(String(data.id)))
    },
  })
}

/** The draft is kept with the version it is based on. When another operator saves a newer version, the form offers its values. */
export function ZoneForm({ zone, zones }: Props) {
  const { t } = useI18n()
  const current = zone ? valuesOf(zone) : EMPTY
  const sendForm = useZoneForm(zone, current)
  const typed = sendForm.form.watch() as Values
  const isOutdated = typed.version < current.version

  return (
    <>
      {isOutdated && (
        <section
          aria-labelledby="outdated"
          className="grid justify-items-start gap-3 rounded-xl border border-line bg-warn-soft p-5 sm:p-7"
        >
          <h2 id="outdated" className="text-xl">
            {t('admin.conflict.title')}
          </h2>
          <p className="text-pretty">{t('adminZones.outdated')}</p>
          <Button look="secondary" onClick={() => sendForm.replaceBy(current)}>
            {t('adminZones.takeSaved')}
          </Button>
        </section>
      )}
      <SendForm form={sendForm} submit={t(zone ? 'adminZones.save' : 'adminZones.create')} className="gap-8!">
        <FieldGroup title={t('adminZones.label.title')} text={t('adminZones.titleText')}>
          <TitleFields />
        </FieldGroup>
        <FieldGroup title={t('adminZones.tariff.title')} text={t('adminZones.tariff.text')}>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
            <FormText name="fee" inputMode="decimal" autoComplete="off" />
            <FormText name="freeFrom" optional inputMode="decimal" autoComplete="off" hint={t('adminZones.hint.freeFrom')} />
            <FormText name="minimum" inputMode="decimal" autoComplete="off" />
            <FormText name="leadDays" inputMode="numeric" autoComplete="off" hint={t('adminZones.hint.leadDays')} />
            <FormSelect name="cutOff" choices={HOURS} hint={t('adminZones.hint.cutOff')} />
            <FormText name="prepareHours" inputMode="numeric" autoComplete="off" hint={t('adminZones.hint.prepareHours')} />
          </div>
        </FieldGroup>
        <FieldGroup title={t('adminZones.windows.title')} text={t('adminZones.windows.text')}>
          <WindowsEditor />
        </FieldGroup>
        <FieldGroup title={t('adminZones.places.title')} text={t('adminZones.places.text')}>
          <PlacesPicker zones={zones} zoneId={zone?.id} />
        </FieldGroup>
      </SendForm>
    </>
  )
}
