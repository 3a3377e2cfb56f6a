// The published home page for staff who may not change it.
import { useId, useMemo, useState } from 'react'
import { FieldGroup } from '~admin/ui/forms'
import type { HomeVersion } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { sectionName } from './labels'
import { Preview, usePreview } from './preview'
import { SectionCard } from './section-card'
import { SectionDetails } from './section-details'
import { sectionsOf } from './values'
import { Versions } from './versions'

export function ReadOnlyHome({ newest }: { newest: HomeVersion }) {
  const { t, locale } = useI18n()
  const id = useId()
  const sections = useMemo(() => sectionsOf(newest), [newest])
  const preview = usePreview(
    () => Promise.resolve(sections),
    () => false,
  )
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (index: number) =>
    setOpen((before) => (before.has(index) ? new Set([...before].filter((other) => other !== index)) : new Set([...before, index])))
  return (
    <>
      <FieldGroup title={t('adminHome.sections')}>
        <ol aria-label={t('adminHome.sections')} className="grid grid-cols-1 gap-3">
          {sections.map((section, index) => (
            <SectionCard
              key={section.key}
              id={`${id}-${index}`}
              name={sectionName(t, locale, section, index)}
              section={section}
              error={undefined}
              isOpen={open.has(index)}
              onToggle={() => toggle(index)}
            >
              <SectionDetails section={section} />
            </SectionCard>
          ))}
        </ol>
      </FieldGroup>
      <Preview preview={preview} sections={sections} />
      <Versions newest={newest.version} />
    </>
  )
}
