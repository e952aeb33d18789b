// The final exam: questions of many lessons, other ones in each attempt.

const maxQuestions = 15;
const passShare = 0.8;

/** Returns [{lesson, number, question, place}], at most one question of each lesson. */
export function examOf(lessons, attempt) {
  const asking = lessons.map((lesson, index) => ({lesson, number: index + 1})).filter(({lesson}) => lesson.questions.length > 0);
  const count = Math.min(maxQuestions, asking.length);
  const chosen = Array.from({length: count}, (_, i) => (Math.floor((i * asking.length) / count) + attempt) % asking.length);
  return [...new Set(chosen)].sort((a, b) => a - b).map((index) => {
    const {lesson, number} = asking[index];
    const place = attempt % lesson.questions.length;
    return {lesson, number, question: lesson.questions[place], place};
  });
}

export function neededToPass(count) {
  return Math.ceil(count * passShare);
}
