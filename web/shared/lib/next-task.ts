/** What follows is a task of its own: a press or a frame that waits comes first. */
export const nextTask = () => new Promise<void>((begin) => setTimeout(begin))
