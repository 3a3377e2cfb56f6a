// The list of the sections of the home page, in which they are edited, moved, added and removed.
import { type DragEvent, useEffect, useId, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { buttonAfterMove, useFocusAfter } from '~admin/lib/use-focus-after'
import type { HomeSectionKind } from '~shared/api/types'
import { focusField, useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { uniqueKey } from '~shared/lib/idempotency-key'
import { toast } from '~shared/ui/toast-store'
import { AddSection } from './add-section'
import { firstMovable, hasTitle, isTaken, isUnique, MAX_SECTIONS } from './kinds'
import { sectionName } from './labels'
import { type CardActions, type DropSide, SectionCard } from './section-card'
import { SectionFields } from './section-fields'
import { newSection, type SectionValues } from './values'

interface Props {
  /** When it grows, sections with errors open, and the first input with an error takes the focus. */
  failureCount: number
}

/** Sections with errors open when the form is refused, and stay open until the user closes them without errors. */
function useOpenSections(sections: SectionValues[], failureCount: number) {
  const { invalidFields } = useParentForm()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [seenFailures, setSeenFailures] = useState(failureCount)
  const isInvalid = (index: number) => invalidFields.some((name) => name.startsWith(`sections.${index}.`))
  if (failureCount !== seenFailures) {
    setSeenFailures(failureCount)
    setOpen(new Set([...open, ...sections.filter((_, index) => isInvalid(index)).map(({ key }) => key)]))
  }
  const close = (key: string) => setOpen((before) => new Set([...before].filter((other) => other !== key)))
  const add = (key: string) => setOpen((before) => new Set([...before, key]))
  return {
    isOpen: ({ key }: SectionValues) => open.has(key),
    open: ({ key }: SectionValues) => add(key),
    /** A section with errors stays open, because the summary of errors leads to its inputs. */
    toggle: ({ key }: SectionValues, index: number) => {
      if (!open.has(key)) add(key)
      else if (!isInvalid(index)) close(key)
    },
  }
}

/** After a refusal, the first input with an error takes the focus from the summary, which lists all errors. */
function useFocusOnError(failureCount: number) {
  const { form, invalidFields } = useParentForm()
  const first = invalidFields[0]
  useEffect(() => {
    if (failureCount > 0 && first !== undefined) focusField(form, first)
    // oxlint-disable-next-line react/exhaustive-deps -- an error that appears while the user types must not move the focus
  }, [failureCount])
}

export function SectionList({ failureCount }: Props) {
  const { t, locale } = useI18n()
  const { form, errorFor } = useParentForm()
  const list = useFieldArray({ control: form.control, name: 'sections', keyName: 'rowKey' })
  const sections = form.watch('sections') as SectionValues[]
  const open = useOpenSections(sections, failureCount)
  useFocusOnError(failureCount)
  const [announcement, setAnnouncement] = useState('')
  const focusAfter = useFocusAfter()
  const id = useId()
  const first = firstMovable(sections)
  const nameAt = (index: number, section: SectionValues) => sectionName(t, locale, section, index)
  const cardId = (index: number) => `${id}-${index}`

  const move = (from: number, to: number) => {
    const section = sections[from]
    if (!section || from === to) return
    list.move(from, to)
    setAnnouncement(t('adminHome.moved', { name: nameAt(from, section), place: to + 1, count: sections.length }))
  }
  const moveByButton = (from: number, to: number) => {
    move(from, to)
    focusAfter(`${cardId(to)}-${buttonAfterMove(from, to)}`)
  }
  const drag = useDrag(first, move)

  const add = (kind: HomeSectionKind) => {
    const section = newSection(kind)
    const index = kind === 'hero' ? 0 : sections.length
    open.open(section)
    list.insert(index, section, { shouldFocus: hasTitle(kind), focusName: `sections.${index}.title.az` })
    if (!hasTitle(kind)) focusAfter(`${cardId(index)}-toggle`)
    setAnnouncement(t('adminHome.added', { name: nameAt(index, section) }))
  }
  const duplicate = (index: number, section: SectionValues) => {
    list.insert(index + 1, { ...structuredClone(section), key: uniqueKey() }, { shouldFocus: false })
    focusAfter(`${cardId(index + 1)}-toggle`)
    setAnnouncement(t('adminHome.added', { name: nameAt(index + 1, section) }))
  }
  /** The page may have changed since the section was removed. */
  const restore = (index: number, section: SectionValues) => {
    const current = form.getValues('sections') as SectionValues[]
    if (isTaken(section.kind, current)) toast.bad(t('adminHome.notRestored', { name: nameAt(index, section) }))
    else if (current.length >= MAX_SECTIONS) toast.bad(t('adminHome.full', { max: MAX_SECTIONS }))
    else list.insert(Math.min(Math.max(index, firstMovable(current)), current.length), section, { shouldFocus: false })
  }
  const remove = (index: number, section: SectionValues) => {
    list.remove(index)
    focusAfter(index < sections.length - 1 ? `${cardId(index)}-toggle` : `${id}-add`)
    toast.plain(t('adminHome.removed', { name: nameAt(index, section) }), {
      label: t('common.undo'),
      run: () => restore(index, section),
    })
  }
  const actionsOf = (section: SectionValues, index: number): CardActions => ({
    isFixed: index < first,
    isFirst: index === first,
    isLast: index === sections.length - 1,
    onMove: (step) => moveByButton(index, index + step),
    onHide: () => form.setValue(`sections.${index}.isHidden`, !section.isHidden, { shouldDirty: true }),
    onDuplicate: isUnique(section.kind) || sections.length >= MAX_SECTIONS ? undefined : () => duplicate(index, section),
    onRemove: () => remove(index, section),
    ...drag.handlersOf(index),
  })

  const error = errorFor('sections')
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">{t('adminHome.keys')}</p>
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
      {sections.length === 0 && <p className="text-muted">{t('adminHome.empty')}</p>}
      <ol aria-label={t('adminHome.sections')} className="grid grid-cols-1 gap-3">
        {list.fields.map(({ rowKey }, index) => {
          const section = sections[index]
          if (!section) return null
          return (
            <SectionCard
              key={rowKey}
              id={cardId(index)}
              field={`sections.${index}.kind`}
              name={nameAt(index, section)}
              section={section}
              error={errorFor(`sections.${index}.kind`)}
              isOpen={open.isOpen(section)}
              onToggle={() => open.toggle(section, index)}
              actions={actionsOf(section, index)}
            >
              {/* A moved section gets new inputs, because their names contain its place. */}
              <SectionFields key={index} path={`sections.${index}`} section={section} />
            </SectionCard>
          )
        })}
      </ol>
      <AddSection id={`${id}-add`} field="sections" errorId={error && `${id}-error`} sections={sections} onAdd={add} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

interface Drop {
  index: number
  side: DropSide
}

/** Returns the place of the dragged section after a drop. The places behind it shift by one when it leaves its own. */
export const placeAfterDrop = (from: number, { index, side }: Drop) => {
  const gap = side === 'before' ? index : index + 1
  return gap > from ? gap - 1 : gap
}

function useDrag(first: number, onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>()
  const [drop, setDrop] = useState<Drop>()
  const end = () => {
    setDragged(undefined)
    setDrop(undefined)
  }
  return {
    handlersOf: (index: number) => ({
      dropSide: drop?.index === index ? drop.side : undefined,
      onDragStart: () => setDragged(index),
      onDragEnd: end,
      onDragOver: (event: DragEvent, side: DropSide) => {
        if (dragged === undefined) return
        const isAllowed = placeAfterDrop(dragged, { index, side }) >= first
        setDrop(isAllowed ? { index, side } : undefined)
        // The browser refuses the drop without this.
        if (isAllowed) event.preventDefault()
      },
      onDrop: (event: DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        if (drop) onMove(dragged, placeAfterDrop(dragged, drop))
        end()
      },
    }),
  }
}
