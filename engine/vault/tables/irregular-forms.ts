/**
 * English words whose forms share no stem. The stemmer cuts endings only, so that a question for
 * "buy" would miss "bought". One line is one word in its forms; forms that are more often another
 * word ("left", "saw", "felt" as cloth) are kept out where they would mislead.
 */
const GROUPS = `
bear bore borne
beat beaten
become became
begin began begun beginning
bend bent
bind bound
bite bitten biting
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen choosing
cling clung
come came coming
creep crept
deal dealt
dig dug digging
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven driving
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown flies
forbid forbade forbidden
forget forgot forgotten forgetting
forgive forgave forgiven forgiving
freeze froze frozen freezing
get got gotten getting
give gave given giving
go went gone goes
grow grew grown
hang hung
hear heard
hide hid hidden hiding
hold held
keep kept
kneel knelt
know knew known
lead led
lean leant
leap leapt
learn learnt
leave left leaving
lend lent
light lit
lose lost losing
make made making
mean meant
meet met meeting
pay paid
prove proven
ride rode ridden riding
ring rang rung
rise rose risen rising
run ran running
say said
see saw seen
seek sought
sell sold
send sent
sew sewn
shake shook shaken shaking
shine shone shining
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat sitting
sleep slept
slide slid
speak spoke spoken
speed sped
spend spent
spin spun spinning
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
strike struck
swear swore sworn
sweep swept
swim swam swum swimming
swing swung
take took taken taking
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken waking
wear wore worn
weave wove woven
weep wept
win won winning
withdraw withdrew withdrawn
write wrote written writing
child children
foot feet
goose geese
half halves
knife knives
leaf leaves
life lives
man men
mouse mice
person people
shelf shelves
thief thieves
tooth teeth
wife wives
wolf wolves
woman women
good better best
bad worse worst
`;

const formsByWord = new Map<string, readonly string[]>();
for (const line of GROUPS.trim().split('\n')) {
  const forms = line.split(' ');
  for (const form of forms) formsByWord.set(form, [...new Set([form, ...(formsByWord.get(form) ?? []), ...forms])]);
}

/** A word and its other forms, itself first; a word by itself when it is regular. */
export const formsOf = (word: string): readonly string[] => formsByWord.get(word) ?? [word];
